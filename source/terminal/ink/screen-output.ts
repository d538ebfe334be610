import type {WriteStream} from 'node:tty';
import type {MouseSwitch} from '../mouse.ts';
import type {StrayOutput} from '../stray-output.ts';
import {createRowWriter, enterAlternateScreen, leaveAlternateScreen} from './row-writer.ts';

/** Begins and ends a synchronised update: the terminal shows it as a whole. */
const beginUpdate = '\u{1B}[?2026h';

type ScreenOutputOptions = {readonly stray?: StrayOutput; readonly mouse?: MouseSwitch; readonly isEntered?: boolean};

/**
A terminal's output stream as Ink writes to it: everything else passes through to the stream itself. While the alternate screen is shown, stray output is caught.

@param stream - Standard output.
@param options - What differs from a terminal that shows nothing yet.
@param options.stray - What catches the stray output; otherwise it is not caught.
@param options.mouse - Is told when the alternate screen is entered and left.
@param options.isEntered - The terminal shows the alternate screen already.
*/
export function createScreenOutput(stream: WriteStream, {stray, mouse, isEntered = false}: ScreenOutputOptions = {}): WriteStream {
	const rows = createRowWriter(() => stream.rows, isEntered);
	const holdUpdate = createUpdateHolder();
	const send = stray?.write ?? stream.write.bind(stream);

	const write: WriteStream['write'] = (data: string | Uint8Array, ...rest: readonly never[]) => {
		if (typeof data !== 'string') {
			return send(data, ...rest);
		}

		const [entersAt, leavesAt] = [enterAlternateScreen, leaveAlternateScreen].map(sequence => data.lastIndexOf(sequence)) as [number, number];
		if (entersAt > leavesAt) {
			stray?.hold();
		} else if (leavesAt > entersAt) {
			mouse?.leave();
		}

		const written = holdUpdate(rows(data), rest.length > 0);
		const hasRoom = written === undefined || send(written, ...rest);
		if (leavesAt > entersAt) {
			stray?.release();
		} else if (entersAt > leavesAt) {
			mouse?.enter();
		}

		return hasRoom;
	};

	return new Proxy(stream, {
		get(target, name) {
			if (name === 'write') {
				return write;
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
