import {topicNames, wireNames} from '../../domain/wire-names.ts';
import type {FieldIssue} from '../failure.ts';

/** A path in the request body. */
export type Path = FieldIssue['path'];

/** The members of the create body (interface.md, "Resources and their fields"); `*` is any item of a list. */
const {record, details} = wireNames;
const filterItem = `${record.details}.${details.filters}.*`;
const members = [
	...Object.values(record),
	...Object.values(details).map(name => `${record.details}.${name}`),
	`${record.details}.${details.addresses}.*`,
	filterItem,
	...Object.values(wireNames.filter).map(name => `${filterItem}.${name}`),
	...topicNames.map(name => `${record.details}.${details.graphql}.${name}`),
].map(member => member.split('.'));

/** The maximum number of steps, far more than any member has. Longer paths and steps are cut, so that a hostile body costs no time. */
const maxSteps = 20;
const longestStep = 100;

/** Folds a name to lower case without separators, since frameworks differ in both: `deliveryLocation` and "Delivery location" become `deliverylocation`. */
export const fold = (name: string): string =>
	name
		.slice(0, longestStep)
		.toLowerCase()
		.replaceAll(/[\s\-_]/gv, '');

const foldedPath = (path: Path): string => path.map(step => (typeof step === 'number' ? '*' : fold(step))).join('.');

/** The name of a member, by its folded path: `eventdetails.filters.*.fieldname`. */
const nameByPath = new Map(members.map(member => [foldedPath(member), member.at(-1)!]));

/** The members whose path has no index, by their folded names: `network`, `eventdetailsnetwork`. Rails leaves out a final `_id`. */
const memberByName = new Map(
	members
		.filter(member => !member.includes('*'))
		.flatMap(member => {
			const name = member.at(-1)!;
			return [name, name.replace(/_id$/v, ''), member.join('')].map(alias => [fold(alias), member] as const);
		}),
);

/** The path of the member with this name, wherever it is nested; undefined if there is none, or its path has an index. */
export const memberNamed = (name: string): Path | undefined => memberByName.get(fold(name));

/** Whether a path from `locate` or `within` is in the create body. `[]`, the body itself, is. */
export const isKnown = (path: Path): boolean => path.length === 0 || nameByPath.has(foldedPath(path));

/** Matches folded names of first steps that stand for the body itself: `$`, `#`, `data.attributes`, `createNotification`, `CreateNotificationRequest`, `dto`, `non_field_errors`. */
const wrapper =
	/^(?:[#$]|root|data|attributes|nonfielderrors|(?:create)?(?:notification)?(?:request)?(?:dto|body|json|payload|input)?)$/v;

/** Splits a path in the notations of frameworks: dotted, bracketed, or with slashes (a JSON pointer, RFC 6901, and Fastify's `body/channel`). */
export function split(text: string): Path {
	const steps = text.includes('/')
		? text.split('/').map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
		: text.split(/[.\[\]]/v).map(step => step.replaceAll(/^["']|["']$/gv, ''));
	return steps
		.filter(step => step !== '')
		.slice(0, maxSteps)
		.map(step =>
			/^\d{1,15}$/v.test(step) ? Number(step) : step.length > longestStep ? `${step.slice(0, longestStep)}…` : step,
		);
}

/** Converts steps to a path in the create body: wrappers are removed, and members are spelled as they are sent. Unknown names stay as they are. */
export function locate(steps: Path): Path {
	const start = steps.findIndex(step => typeof step === 'number' || !wrapper.test(fold(step)));
	const [first, ...rest] = start === -1 ? [] : steps.slice(start);
	return first === undefined ? [] : spell([...(memberNamed(String(first)) ?? [first]), ...rest]);
}

/** Appends steps to a path. The steps may also repeat that path: frameworks differ, and some do both. */
export function within(path: Path, steps: Path): Path {
	const located = locate(steps);
	return path.every((step, index) => step === located[index]) ? located : spell([...path, ...steps]);
}

function spell(path: Path): Path {
	return path
		.slice(0, maxSteps)
		.map((step, index) =>
			typeof step === 'number' ? step : (nameByPath.get(foldedPath(path.slice(0, index + 1))) ?? step),
		);
}
