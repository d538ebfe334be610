import type {FieldIssue} from '../failure.ts';
import {isObject, type JsonObject, tryParseJson} from '../../platform/json.ts';
import {codeOf, hasMessage, pathIn} from './error-object.ts';
import {isDebugName, isEchoName, isMessageName, isMetadataName} from './names.ts';
import {isKnown, locate, type Path, split, within} from './paths.ts';
import {subjectOf} from './sentences.ts';

/** The position of the walk. */
type Place = {
	/** The path in the create body. */
	readonly path: Path;
	/** Whether this is under a name such as `errors`, where every text is an issue. */
	readonly isAmongErrors: boolean;
	/** Whether this is the value of a field. Then the items of a list belong to the field's items, in order. */
	readonly isField: boolean;
	readonly depth: number;
};

const deepest = 20;

/** The issues found, and undefined for each part that is nested too deeply to be read. */
export type Found = Array<FieldIssue | undefined>;

const root: Place = {
	path: [],
	isAmongErrors: false,
	isField: false,
	depth: 0,
};

/**
Finds every issue in an error body, in order.

An object can be an issue with its path (FastAPI, zod, Spring, JSON:API), a map by field (Django REST framework, Laravel, Rails, ASP.NET), an envelope of either, or several of these.
*/
export function walk(value: unknown, place = root): Found {
	if (typeof value === 'string') {
		return readText(value, place);
	}

	if (place.depth === deepest && typeof value === 'object' && value !== null) {
		return [undefined];
	}

	const inside: Place = {...place, depth: place.depth + 1};
	if (Array.isArray(value)) {
		return value.flatMap((item: unknown, index) =>
			walk(item, isItem(item, place) ? {...inside, path: [...place.path, index]} : inside),
		);
	}

	return isObject(value) ? readObject(value, inside) : [];
}

const isItem = (item: unknown, {isField, isAmongErrors}: Place) =>
	isField && isObject(item) && !hasMessage(item) && pathIn(item, isAmongErrors) === undefined;

/** Reads a text. Outside of errors, a text under an unknown name is an issue if it has more than one word. */
function readText(text: string, place: Place): Found {
	const inside =
		/^\s*[\[\{]/v.test(text) && place.depth < deepest
			? walk(tryParseJson(text), {...place, depth: place.depth + 1})
			: [];
	if (inside.length > 0) {
		return inside;
	}

	const {path, isAmongErrors} = place;
	const isIssue = text.trim() !== '' && (isAmongErrors || isKnown(path) || /\s/v.test(text.trim()));
	return isIssue ? [{path: path.length === 0 ? subjectOf(text) : path, message: text}] : [];
}

function readObject(object: JsonObject, place: Place): Found {
	const own = pathIn(object, place.isAmongErrors);
	const path = own === undefined ? place.path : pathOf(place.path, own);
	const isIssue = own !== undefined || hasMessage(object);
	const isAmongErrors = place.isAmongErrors && !isIssue;
	const found = Object.entries(object).flatMap(([name, value]) => {
		const field = within(path, split(name));
		const isKnownField = own === undefined && isKnown(field) && (isAmongErrors || !isEchoName(name));
		if (isMessageName(name) && !isKnownField) {
			// The names in `constraints` belong to rules, not to fields (class-validator).
			const inner = name === 'constraints' && isObject(value) ? Object.values(value) : value;
			return walk(inner, {...place, path, isAmongErrors: true, isField: name === 'items'});
		}

		const isOther =
			isDebugName(name) ||
			(isEchoName(name) && !isAmongErrors) ||
			(isMetadataName(name) && (own !== undefined || !Array.isArray(value)));
		return isOther && !isKnownField ? [] : walk(value, {...place, path: field, isAmongErrors, isField: true});
	});

	const code = found.length === 0 && (own !== undefined || place.isAmongErrors) ? codeOf(object) : undefined;
	return code === undefined ? found : [{path, message: code}];
}

/** The full path of an issue: its own path below that of the containing issue, unless the latter is not in the create body. */
function pathOf(above: Path, own: Path): Path {
	const located = locate(own);
	return !isKnown(above) && isKnown(located) && located.length > 0 ? located : within(above, own);
}
