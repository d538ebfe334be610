import type {FieldIssue} from '../failure.ts';
import {parseJson} from '../../system/json.ts';
import {codeOf, hasWords, isObject, type JsonRecord, placeIn} from './complaint.ts';
import {isDescribing, isEchoing, isExplaining, isTelling} from './names.ts';
import {isKnown, locate, type Path, split, within} from './paths.ts';
import {subjectOf} from './sentences.ts';

/** Where the walk is. */
type Place = {
	/** In the create body. */
	readonly path: Path;
	/** Whether this is under a name that tells, such as `errors`: there every text is a complaint. */
	readonly isAmongErrors: boolean;
	/** Whether this is the value of a field, where the items of a list are those of the field, in order. */
	readonly isField: boolean;
	readonly depth: number;
};

const deepest = 20;

/** What the walk finds: undefined for each part that is too deep to be looked at. */
export type Found = Array<FieldIssue | undefined>;

const root: Place = {
	path: [], isAmongErrors: false, isField: false, depth: 0,
};

/**
Every complaint in an error body, in the order they stand there.

An object is a complaint with its place (FastAPI, zod, Spring, JSON:API), or a map by field (Django REST framework, Laravel, Rails, ASP.NET), or an envelope of either, and may be more than one of these.
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
		return value.flatMap((item: unknown, index) => walk(item, isItem(item, place) ? {...inside, path: [...place.path, index]} : inside));
	}

	return isObject(value) ? readObject(value, inside) : [];
}

const isItem = (item: unknown, {isField, isAmongErrors}: Place) => isField && isObject(item) && !hasWords(item) && placeIn(item, isAmongErrors) === undefined;

/** Outside of what tells of errors, a text about an unknown name is a complaint if it is more than one word. */
function readText(text: string, place: Place): Found {
	const inside = /^\s*[\[\{]/v.test(text) && place.depth < deepest ? walk(tryJson(text), {...place, depth: place.depth + 1}) : [];
	if (inside.length > 0) {
		return inside;
	}

	const {path, isAmongErrors} = place;
	const isComplaint = text.trim() !== '' && (isAmongErrors || isKnown(path) || /\s/v.test(text.trim()));
	return isComplaint ? [{path: path.length === 0 ? subjectOf(text) : path, message: text}] : [];
}

function readObject(object: JsonRecord, place: Place): Found {
	const own = placeIn(object, place.isAmongErrors);
	const path = own === undefined ? place.path : pathOf(place.path, own);
	const isComplaint = own !== undefined || hasWords(object);
	const isAmongErrors = place.isAmongErrors && !isComplaint;
	const found = Object.entries(object).flatMap(([name, value]) => {
		const field = within(path, split(name));
		const isKnownField = own === undefined && isKnown(field) && (isAmongErrors || !isEchoing(name));
		if (isTelling(name) && !isKnownField) {
			// The names in `constraints` are of rules, not of fields (class-validator).
			const told = name === 'constraints' && isObject(value) ? Object.values(value) : value;
			return walk(told, {...place, path, isAmongErrors: true, isField: name === 'items'});
		}

		const isOther = isExplaining(name) || (isEchoing(name) && !isAmongErrors) || (isDescribing(name) && (own !== undefined || !Array.isArray(value)));
		return isOther && !isKnownField ? [] : walk(value, {...place, path: field, isAmongErrors, isField: true});
	});

	const code = found.length === 0 && (own !== undefined || place.isAmongErrors) ? codeOf(object) : undefined;
	return code === undefined ? found : [{path, message: code}];
}

/** A complaint's own place is below that of the complaint it is part of, unless that one's is no place in the body at all. */
function pathOf(above: Path, own: Path): Path {
	const located = locate(own);
	return !isKnown(above) && isKnown(located) && located.length > 0 ? located : within(above, own);
}

function tryJson(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}
