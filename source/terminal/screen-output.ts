import type {WriteStream} from 'node:tty';
import {createRowWriter} from './row-writer.ts';

/** Begins and ends a synchronised update: the terminal shows it as a whole. */
const beginUpdate = '\u{1B}[?2026h';

/**
A terminal's output stream as Ink writes to it: everything else passes through to the stream itself.

@param stream - Standard output.
@param isEntered - The terminal shows the alternate screen already.
*/
export function createScreenOutput(stream: WriteStream, isEntered: boolean): WriteStream {
	const rows = createRowWriter(() => stream.rows, isEntered);
	const hold = createUpdateHolder();
	return new Proxy(stream, {
		get(target, name) {
			if (name === 'write') {
				return (data: string | Uint8Array, ...rest: readonly never[]) => {
					const written = typeof data === 'string' ? hold(rows(data), rest.length > 0) : data;
					return written === undefined || target.write(written, ...rest);
				};
			}

			const value: unknown = Reflect.get(target, name, target);
			return typeof value === 'function' ? value.bind(target) as unknown : value;
		},
	});
}

/** Ink writes the begin of an update, the frame and the end one after the other: they go to the terminal as one, because each write wakes it. Returns what is to be written now, if anything; no more than a begin and a frame are held. */
function createUpdateHolder(): (text: string, isAwaited: boolean) => string | undefined {
	let held = '';
	return (text, isAwaited) => {
		const isFirst = held === '' && text === beginUpdate;
		const isSecond = held === beginUpdate;
		const all = held + text;
		if (!isAwaited && (isFirst || isSecond)) {
			held = all;
			return undefined;
		}

		held = '';
		return all;
	};
}
