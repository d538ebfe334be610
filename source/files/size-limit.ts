import {unreadableInput} from './notification-file.ts';
import {sizeText} from '../platform/limits.ts';
import type {FileEntry} from './notification-file.ts';

/** What an entry keeps in memory besides the bytes of its record, about. */
const entrySize = 1200;

/** Adds up what the entries of a file keep in memory: defaults and references make a multiple of a text. `name`: the name of the file; `limit`: in bytes. */
export function createSizeLimit(name: string, limit: number) {
	let size = 0;
	return {
		/** Adds an entry. @throws BodiesError */
		add({record: {source}, place: {line, column}}: Pick<FileEntry, 'record' | 'place'>): void {
			size += entrySize + (source === undefined ? 0 : 2 * (source.to - source.from));
			if (size > limit) {
				throw unreadableInput(name, {
					message: `with its defaults and references it needs more than ${sizeText(limit)} of memory up to here; divide it into several files`,
					line,
					column,
				});
			}
		},
	};
}
