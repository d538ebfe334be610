import {Buffer} from 'node:buffer';
import type {Filter} from '../../domain/notification.ts';

/** The lists of filters that are kept, and the length of their JSON, at most. */
const keptLists = 1000;
const keptLength = 1000;

const none: readonly Filter[] = Object.freeze([]);

let kept = new Map<string, readonly Filter[]>();

/**
The filters of a notification. Many notifications of an account have the same filters, so that these are parsed once and shared. Shared lists are frozen.

@param json - The JSON of the filters; empty if there are none.
@param parse - Parses it.
*/
export function sharedFilters(json: string, parse: (json: string) => readonly Filter[]): readonly Filter[] {
	if (json === '' || json === '[]') {
		return none;
	}

	const known = kept.get(json);
	if (known !== undefined) {
		return known;
	}

	const filters = parse(json);
	if (json.length <= keptLength) {
		if (kept.size >= keptLists) {
			kept = new Map();
		}

		// A copy, because V8 keeps the whole record for a part of its text.
		kept.set(Buffer.from(json).toString(), Object.freeze(filters));
	}

	return filters;
}
