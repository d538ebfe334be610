import type {FieldIssue} from '../failure.ts';
import {isPage, pageSentence} from './page.ts';
import {walk} from './walk.ts';

const most = 200;

/** A status in words (RFC 9110, section 15): NestJS, Spring, hapi and Fastify send it beside the message. */
const reasonPhrases = new Set(`
	bad request, unauthorized, forbidden, not found, method not allowed, conflict, gone, payload too large, content too large,
	unsupported media type, unprocessable entity, unprocessable content, too many requests,
	internal server error, bad gateway, service unavailable, gateway timeout
`.trim().split(/,\s+/v));

/** A status, or a code for programs such as the `reason` of a google.rpc.BadRequest. */
const isLabel = (message: string) => reasonPhrases.has(message.toLowerCase()) || /^[\dA-Z]+(?:_[\dA-Z]+)+$/v.test(message);

/**
The complaints in the body of a rejection, each with its path in the create body, as far as it says so. The shape of such a body is not documented (interface.md, "Errors"), so it is read as whichever common framework may have written it (api/field-errors/names.ts).

@param body - As parsed by api/json.ts, or as received when it is not JSON.
@returns Every message once, in order, at its field or else at the body as a whole. Never throws.
*/
export function fieldErrors(body: unknown): FieldIssue[] {
	const found = walk(typeof body === 'string' && isPage(body) ? pageSentence(body) : body);
	const issues = withoutRepeats(found.filter(issue => issue !== undefined));
	const rest = Math.max(0, issues.length - most) + found.filter(issue => issue === undefined).length;
	return rest === 0 ? issues : [...issues.slice(0, most), {path: [], message: `… and ${rest} more`}];
}

/** Leaves out what is said again, at the same field or of the body as a whole, and labels of what is said in words. */
function withoutRepeats(issues: readonly FieldIssue[]): FieldIssue[] {
	const placeOf = ({path}: FieldIssue) => JSON.stringify(path);
	const atFields = new Set(issues.filter(({path}) => path.length > 0).map(({message}) => message));
	const explained = new Set(issues.filter(({message}) => !isLabel(message)).flatMap(issue => ['[]', placeOf(issue)]));
	const said = new Set<string>();
	return issues.filter(issue => {
		const {path, message} = issue;
		const saying = `${placeOf(issue)} ${message}`;
		const isRepeated = said.has(saying) || (path.length === 0 && atFields.has(message));
		said.add(saying);
		return !isRepeated && !(isLabel(message) && explained.has(placeOf(issue)));
	});
}
