import type {FieldIssue} from '../failure.ts';
import {isPage, pageSentence} from './page.ts';
import {walk} from './walk.ts';

const maxIssues = 200;

/** Reason phrases of statuses (RFC 9110, section 15). NestJS, Spring, hapi and Fastify send them beside the message. */
const reasonPhrases = new Set(
	`
	bad request, unauthorized, forbidden, not found, method not allowed, conflict, gone, payload too large, content too large,
	unsupported media type, unprocessable entity, unprocessable content, too many requests,
	internal server error, bad gateway, service unavailable, gateway timeout
`
		.trim()
		.split(/,\s+/v),
);

/** Whether a message is only the reason phrase of a status. */
export const isReasonPhrase = (message: string): boolean => reasonPhrases.has(message.toLowerCase());

/** Whether a message is only a reason phrase, or a code for programs such as the `reason` of a google.rpc.BadRequest. */
const isLabel = (message: string) => isReasonPhrase(message) || /^[\dA-Z]+(?:_[\dA-Z]+)+$/v.test(message);

/**
Reads the issues in the body of a rejection, each with the path of its field in the create body if it names one. The shape of such bodies is not documented (interface.md, "Errors"), so the common frameworks are supported (names.ts lists them).

@param body - The value parsed by `parseJson`, or the text if it is not JSON.
@returns Each message once, in order, with the path of its field or an empty path. Never throws.
*/
export function fieldErrors(body: unknown): FieldIssue[] {
	const found = walk(typeof body === 'string' && isPage(body) ? pageSentence(body) : body);
	const issues = withoutRepeats(found.filter(issue => issue !== undefined));
	const rest = Math.max(0, issues.length - maxIssues) + found.filter(issue => issue === undefined).length;
	return rest === 0 ? issues : [...issues.slice(0, maxIssues), {path: [], message: `… and ${rest} more`}];
}

/** Removes messages that repeat another one about the same field or the whole body, and labels if there is a message. */
function withoutRepeats(issues: readonly FieldIssue[]): FieldIssue[] {
	const pathText = ({path}: FieldIssue) => JSON.stringify(path);
	const atFields = new Set(issues.filter(({path}) => path.length > 0).map(({message}) => message));
	const explained = new Set(issues.filter(({message}) => !isLabel(message)).flatMap(issue => ['[]', pathText(issue)]));
	const seen = new Set<string>();
	return issues.filter(issue => {
		const {path, message} = issue;
		const key = `${pathText(issue)} ${message}`;
		const isRepeated = seen.has(key) || (path.length === 0 && atFields.has(message));
		seen.add(key);
		return !isRepeated && !(isLabel(message) && explained.has(pathText(issue)));
	});
}
