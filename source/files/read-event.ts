import {positionsIn} from '../api/bodies/positions.ts';
import {YamlError} from '../api/bodies/yaml-node.ts';
import {parseYaml} from '../api/bodies/yaml-tree.ts';
import {toValue} from '../api/bodies/yaml-value.ts';
import {isObject, isTooDeep, parseJson} from '../platform/json.ts';
import {deepestNesting} from '../platform/limits.ts';
import type {Mistake} from './notification-file.ts';

/** An event, or the mistake in its text. */
export type EventReading =
	| {readonly ok: true; readonly event: unknown}
	| {readonly ok: false; readonly mistake: Mistake};

/** Reads an event from JSON or YAML. Numbers stay as they are written, and `0xd8…` is text also without quotes. `name`: the name of the file. */
export function readEvent(text: string, name: string): EventReading {
	const position = positionsIn(text);
	const wrong = (message: string, offset = 0): EventReading => ({
		ok: false,
		mistake: {file: name, ...position(offset), field: '', message},
	});
	if (isTooDeep(text)) {
		return wrong(`it is nested deeper than ${deepestNesting} levels`);
	}

	let event = jsonIn(text);
	if (event === undefined) {
		try {
			const [root, second] = parseYaml(text);
			if (second !== undefined) {
				return wrong('a second document begins here: give one event', second.start);
			}

			event = root && toValue(root, undefined, () => true);
		} catch (error) {
			if (error instanceof YamlError) {
				return wrong(error.message, error.position);
			}

			if (error instanceof RangeError) {
				return wrong('it is nested too deeply, or too large');
			}

			throw error;
		}
	}

	return isObject(event) || Array.isArray(event)
		? {ok: true, event}
		: wrong('this is no event: an object, or a list of activities, is expected');
}

/** The value of a JSON text; undefined if it is not JSON. YAML finds the position of a mistake in it. */
function jsonIn(text: string): unknown {
	try {
		return parseJson(text.replace(/^\uFEFF/v, ''));
	} catch {
		return undefined;
	}
}
