import {isObject} from '../platform/json.ts';
import type {ListedRecord} from './notification.ts';

/** Matches the ID at the beginning of an element that was not parsed. Services list it first. */
const idPattern = /^\s*\{\s*"id"\s*:\s*(?:"(?<text>[^"\\]*)"|(?<number>[\d+\-.e]+))/iv;

/** The ID of a listed element as the service sent it, even of one that cannot be read as a notification; undefined if it has none, or none is found at its beginning. */
export function idOfRecord(record: ListedRecord): string | undefined {
	if (record.kind === 'notification') {
		return record.id;
	}

	const {raw} = record;
	if (typeof raw === 'string') {
		const {text, number} = idPattern.exec(raw.slice(0, 1000))?.groups ?? {};
		return text ?? number;
	}

	const id = isObject(raw) ? raw.id : undefined;
	return typeof id === 'string' || typeof id === 'number' || JSON.isRawJSON(id) ? toText(id) : undefined;
}

const toText = (id: unknown): string => (typeof id === 'string' ? id : JSON.stringify(id));
