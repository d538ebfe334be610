import type {FieldIssue} from '../failure.ts';

export type Path = FieldIssue['path'];

/** Every member of the create body (interface.md, "Resources and their fields"); `*` is any item of a list. */
const members = [
	'external_user_id',
	'channel',
	'notification_name',
	'template',
	'delivery_location',
	'event_details',
	'event_details.network',
	'event_details.event_type',
	'event_details.addresses',
	'event_details.addresses.*',
	'event_details.filters',
	'event_details.filters.*',
	'event_details.filters.*.field_name',
	'event_details.filters.*.operator',
	'event_details.filters.*.value',
	'event_details.filters.*.value_type',
	'event_details.graphql',
	'event_details.graphql.topic_0',
	'event_details.graphql.topic_1',
	'event_details.graphql.topic_2',
	'event_details.graphql.topic_3',
].map(member => member.split('.'));

/** Far beyond any member's: what is longer is cut, so that a hostile body costs no time. */
const mostSteps = 20;
const longestStep = 100;

/** A name without what frameworks change about it: `deliveryLocation` and "Delivery location" are `deliverylocation`. */
export const fold = (name: string): string => name.slice(0, longestStep).toLowerCase().replaceAll(/[\s\-_]/gv, '');

const placeOf = (path: Path): string => path.map(step => typeof step === 'number' ? '*' : fold(step)).join('.');

/** The name of a member, by its folded path: `eventdetails.filters.*.fieldname`. */
const nameByPlace = new Map(members.map(member => [placeOf(member), member.at(-1)!]));

/** A member that needs no index, by each folded name that means no other: `network`, `eventdetailsnetwork`. Rails leaves out a last `_id`. */
const memberByName = new Map(members.filter(member => !member.includes('*')).flatMap(member => {
	const name = member.at(-1)!;
	return [name, name.replace(/_id$/v, ''), member.join('')].map(alias => [fold(alias), member] as const);
}));

/** The member that a name means wherever it stands; undefined when none, or when it takes an index to tell. */
export const memberNamed = (name: string): Path | undefined => memberByName.get(fold(name));

/** Whether a path, spelled by `locate` or `within`, is one of the create body; `[]`, the body itself, is. */
export const isKnown = (path: Path): boolean => path.length === 0 || nameByPlace.has(placeOf(path));

/** First steps that are the body itself, folded: `$`, `#`, `data.attributes`, `createNotification`, `CreateNotificationRequest`, `dto`, `non_field_errors`. */
const wrapper = /^(?:[#$]|root|data|attributes|nonfielderrors|(?:create)?(?:notification)?(?:request)?(?:dto|body|json|payload|input)?)$/v;

/** Splits a path as frameworks write it: dotted, bracketed, or with slashes (a JSON pointer, RFC 6901, and Fastify's `body/channel`). */
export function split(text: string): Path {
	const steps = text.includes('/')
		? text.split('/').map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
		: text.split(/[.\[\]]/v).map(step => step.replaceAll(/^["']|["']$/gv, ''));
	return steps.filter(step => step !== '')
		.slice(0, mostSteps)
		.map(step => /^\d{1,15}$/v.test(step) ? Number(step) : (step.length > longestStep ? `${step.slice(0, longestStep)}…` : step));
}

/** The path in the create body that these steps mean, wrappers dropped and members spelled as they are sent; unknown names stay as they are. */
export function locate(steps: Path): Path {
	const start = steps.findIndex(step => typeof step === 'number' || !wrapper.test(fold(step)));
	const [first, ...rest] = start === -1 ? [] : steps.slice(start);
	return first === undefined ? [] : spell([...(memberNamed(String(first)) ?? [first]), ...rest]);
}

/** The path of these steps below a path. They may also repeat it: frameworks differ, and some do both. */
export function within(path: Path, steps: Path): Path {
	const located = locate(steps);
	return path.every((step, index) => step === located[index]) ? located : spell([...path, ...steps]);
}

function spell(path: Path): Path {
	return path.slice(0, mostSteps).map((step, index) => typeof step === 'number' ? step : nameByPlace.get(placeOf(path.slice(0, index + 1))) ?? step);
}
