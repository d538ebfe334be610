import type {FieldIssue} from './failure.ts';
import {isPage, pageSentence} from './field-errors/page.ts';
import {walk} from './field-errors/walk.ts';

const most = 200;

/** A status in words (RFC 9110, section 15): NestJS, Spring, hapi and Fastify send it beside the message. */
const reasonPhrase = /^(?:bad request|unauthorized|forbidden|not found|method not allowed|conflict|gone|(?:payload|content) too large|unsupported media type|unprocessable (?:entity|content)|too many requests|internal server error|bad gateway|service unavailable|gateway timeout)$/iv;

/** A word for programs, such as the `reason` of a google.rpc.BadRequest. */
const code = /^[\dA-Z]+(?:_[\dA-Z]+)+$/v;

/**
The complaints in the body of a rejection, each with its path in the create body, as far as it says so. The shape of such a body is not documented (interface.md, "Errors"), so it is read as whichever common framework may have written it.

@param body - As parsed by api/json.ts, or as received when it is not JSON.
@returns Every message once, in order, at its field or else at the body as a whole. Never throws.
*/
export function fieldErrors(body: unknown): FieldIssue[] {
	const found = walk(typeof body === 'string' && isPage(body) ? pageSentence(body) : body);
	const issues = withoutRepeats(found.filter(issue => issue !== undefined));
	const rest = Math.max(0, issues.length - most) + found.filter(issue => issue === undefined).length;
	return rest === 0 ? issues : [...issues.slice(0, most), {path: [], message: `… and ${rest} more`}];
}

/** Leaves out what was said already, in the same words at the same field or at any, and labels of what is said in words. */
function withoutRepeats(issues: readonly FieldIssue[]): FieldIssue[] {
	const keyOf = ({path, message}: FieldIssue) => JSON.stringify([path, message]);
	const first = new Map(issues.map((issue, index) => [keyOf(issue), index] as const).toReversed());
	const atFields = new Set(issues.filter(({path}) => path.length > 0).map(({message}) => message));
	const isLabel = ({message}: FieldIssue) => reasonPhrase.test(message) || code.test(message);
	const explained = new Set(issues.filter(issue => !isLabel(issue)).flatMap(({path}) => ['[]', JSON.stringify(path)]));
	return issues.filter((issue, index) => first.get(keyOf(issue)) === index
		&& (issue.path.length > 0 || !atFields.has(issue.message))
		&& !(isLabel(issue) && explained.has(JSON.stringify(issue.path))));
}
