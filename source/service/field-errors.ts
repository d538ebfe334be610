import {bodyShape, shapePaths} from '../notification/spec.ts';
import {isObject, member, type JsonObject} from '../platform/json.ts';
import type {FieldIssue} from './failure.ts';

/*
The shape of rejections is not documented (interface.md, "Errors"). Read are RFC 9457 and what these frameworks send by themselves, each by one rule below; of anything else the service's words are shown.

- Django REST framework and Rails: lists of texts by field; FastAPI: `detail` with `loc` and `msg`; RFC 9457 and JSON:API: `errors` with `detail` and a pointer; Spring: `errors` with `field` and `defaultMessage`.
- NestJS, Fastify and Laravel: sentences that begin with the name of a field.
- ASP.NET: lists by field, as it spells them (`DeliveryLocation`, `$.event_details`).
*/

type Path = FieldIssue['path'];

/**
Reads the issues in the body of a rejection, each with the path of its field in the create body if it names one.

@param body - The value parsed by `parseJson`, or the text if it is not JSON.
@returns Each message once, in order, with the path of its field or an empty path. Never throws.
*/
export function fieldErrors(body: unknown): FieldIssue[] {
	const found = new Map(issuesIn(body, [], false).map(issue => [JSON.stringify([issue.path, issue.message]), issue]));
	const atFields = new Set(found.values().map(({path, message}) => path.length > 0 && message));
	return [...found.values()].filter(({path, message}) => path.length > 0 || !atFields.has(message));
}

/** Names of the message of an object, the most specific first. A code replaces a missing message. */
const messageNames = ['detail', 'message', 'msg', 'defaultMessage', 'description', 'reason', 'title', 'error', 'code'];

/** The endings of names, folded, of what holds messages about the object that it is in, or about its fields: `non_field_errors`. */
const holders = 'detail details data validation error errors message messages issues violations invalidparams'.split(
	' ',
);

/** Names, folded, of the path of the field that an object is about. */
const pathNames = new Set(
	'loc pointer parameter attr path field property instancepath propertypath fieldname propertyname'.split(' '),
);

/** Finds the issues in a value that is about the field at a path; empty for the whole body. */
function issuesIn(value: unknown, path: Path, isErrors: boolean): FieldIssue[] {
	if (typeof value === 'string') {
		return value.trim() === '' ? [] : [{path: path.length === 0 ? subjectOf(value) : path, message: value}];
	}

	if (Array.isArray(value)) {
		// The items of a field are in order: those without an issue are empty objects.
		const isItem = (item: unknown) => path.length > 0 && isObject(item) && messageOf(item) === undefined;
		return value.flatMap((item: unknown, index) => issuesIn(item, isItem(item) ? [...path, index] : path, isErrors));
	}

	return isObject(value) ? issuesOfObject(value, path, isErrors) : [];
}

function issuesOfObject(object: JsonObject, above: Path, isErrors: boolean): FieldIssue[] {
	const message = messageOf(object);
	const isIssue = isErrors && message !== undefined;
	const path = isIssue ? within(above, pathIn(object)) : above;
	const inner = Object.entries(object).flatMap(([name, value]) => {
		const field = within(path, split(name));
		const isMember = field.length > path.length && isKnown(field);
		if (!isMember && holders.some(end => fold(name).endsWith(end))) {
			return value === message ? [] : issuesIn(typeof value === 'string' ? [] : value, path, true);
		}

		// Without a message of its own an object is a map by field.
		const isText = Array.isArray(value) ? isErrors || value.every(isSentence) : isErrors && isSentence(value);
		const isField = isMember || (message === undefined && (isText || (isErrors && isObject(value))));
		return isField && !isIssue ? issuesIn(value, field, isErrors) : [];
	});
	return [...issuesIn(message, path, isErrors), ...inner];
}

const isSentence = (value: unknown): boolean => typeof value === 'string' && value.includes(' ');

const messageOf = (object: JsonObject): string | undefined =>
	messageNames
		.map(name => object[name])
		.filter(value => typeof value === 'string')
		.find(text => text.trim() !== '');

/** The path that an object names: a text, or a list of steps. An invalid parameter of RFC 7807 has its name and a reason. */
function pathIn(object: JsonObject): Path {
	const named = Object.entries(object).find(([name]) => pathNames.has(fold(name)))?.[1];
	const written = named ?? member(object.source, 'pointer') ?? (object.reason === undefined ? [] : object.name);
	return [written].flat().flatMap(step => (isObject(step) ? [] : split(String(step))));
}

/** Splits a path in the notations of frameworks: dotted, bracketed, or with slashes (a JSON pointer, RFC 6901, and Fastify's `body/channel`). None of a member is longer than what is read. */
const split = (text: string): Path =>
	text
		.slice(0, 200)
		.split(text.includes('/') ? '/' : /[.\[\]]/v)
		.map(step => step.replaceAll(/^["']|["']$/gv, ''))
		.filter(step => step !== '')
		.map(step => (/^\d{1,9}$/v.test(step) ? Number(step) : step));

/** Folds a name to lower case without separators, since frameworks differ in both: `deliveryLocation` and "Delivery location" are the same. */
const fold = (name: string | number): string =>
	String(name)
		.toLowerCase()
		.replaceAll(/[\s\-_]/gv, '');

/** The members of the create body (interface.md, "Resources and their fields"), and those whose path has no index. */
const allMembers = shapePaths(bodyShape).map(({path}) => path);
const members = allMembers.filter(path => !path.includes('*'));

/** Their paths by folded names: `network`, `eventdetailsnetwork`. Rails leaves out a final `_id`. */
const paths = new Map(
	members.flatMap(path => {
		const name = path.at(-1)!;
		return [name, name.replace(/_id$/v, ''), path.join('')].map(alias => [fold(alias), path] as const);
	}),
);

/** All members as they are sent, by folded names. */
const spelling = new Map(allMembers.map(path => [fold(path.at(-1)!), path.at(-1)!]));

const spell = (steps: Path): Path => steps.map(step => spelling.get(fold(step)) ?? step);

/** Folded steps that stand for the body itself. */
const wrappers = new Set('# $ body data attributes request payload input dto base all nonfielderrors'.split(' '));

/** Whether each step of a path is in the create body. */
const isKnown = (path: Path): boolean =>
	paths.has(fold(path[0] ?? '')) && path.every(step => typeof step === 'number' || spelling.has(fold(step)));

/** Converts steps to a path in the create body: what is before its first member is removed, and members are spelled as they are sent. Unknown names stay as they are. */
function locate(steps: Path): Path {
	const start = steps.findIndex(step => paths.has(fold(step)));
	return start === -1
		? steps.filter(step => !wrappers.has(fold(step)))
		: [...paths.get(fold(steps[start]!))!, ...spell(steps.slice(start + 1))];
}

/** Appends steps to a path. The steps may also repeat that path: frameworks differ. */
function within(path: Path, steps: Path): Path {
	const located = locate(steps);
	return path.every((step, index) => step === located[index]) ? located : [...path, ...spell(steps)];
}

/** Matches what is before the name: `event_details.each value in addresses must …` (NestJS), "The selected channel is …" (Laravel). */
const opening = /^(?<parent>[\w.]+\.)?(?:each value in|(?:nested )?property|the(?: selected| field)?)\s+/iv;

/** Words after a name that is plain English, too: "Network is invalid", but not "Network error". */
const predicates = new Set(
	"field is are must should can can't cannot has does contains required invalid not".split(' '),
);

/** Finds the member whose name a sentence begins with: as a path, in quotes or in words. Empty if there is none, or for Laravel's summary of several. */
function subjectOf(sentence: string): Path {
	const text = sentence
		.slice(0, 1000)
		.trimStart()
		.replace(opening, '$<parent>')
		.replace(/^(\S+) must have required property '([^']+)'/v, '$1/$2');
	const [, quoted, bare] = /^(?:["'`]([^"'`]+)|([^\s,:]*[.\/\[_][^\s,:]*))/v.exec(text) ?? [];
	const written = quoted ?? bare;
	if (written !== undefined) {
		const path = locate(split(written));
		return path.slice(0, path.findLastIndex((_, index) => isKnown(path.slice(0, index + 1))) + 1);
	}

	const words = text.split(/\s+/v, 6);
	const pathOf = (count: number) => paths.get(fold(words.slice(0, count).join('')));
	const count = words.findLastIndex((_, index) => pathOf(index + 1) !== undefined) + 1;
	const isSubject = predicates.has(words[count] ?? '') && !/\(and \d+ more errors?\)$/v.test(text);
	return (isSubject ? pathOf(count) : undefined) ?? [];
}
