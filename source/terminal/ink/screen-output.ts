import type {WriteStream} from 'node:tty';
import type {MouseSwitch} from '../split-keys.ts';
import type {StrayOutput} from '../stray-output.ts';
import {enterAlternateScreen, leaveAlternateScreen} from './alternate-screen.ts';
import type {FrameGate} from './frame-gate.ts';
import {createRowWriter} from './row-writer.ts';

/** The sequence that begins a synchronised update, which the terminal shows as a whole. */
const beginUpdate = '\u{1B}[?2026h';

type ScreenOutputOptions = {
	readonly stray?: StrayOutput;
	readonly mouse?: MouseSwitch;
	readonly gate?: FrameGate;
	readonly isEntered?: boolean;
};

/**
Wraps a terminal's output stream for Ink. While the alternate screen is shown, stray output is caught; otherwise everything passes through to the stream.

@param stream - Standard output.
@param options - The options of the wrapper.
@param options.stray - Catches stray output; without it none is caught.
@param options.mouse - Notified when the alternate screen is entered and left.
@param options.gate - Holds frames while the terminal is behind, and says how much of one to draw (`holdsFrame`, `frameLimit` and `leaveRest`, see scripts/bundle/ink-patches.ts).
@param options.isEntered - Whether the terminal already shows the alternate screen.
*/
export function createScreenOutput(
	stream: WriteStream,
	{stray, mouse, gate, isEntered = false}: ScreenOutputOptions = {},
): WriteStream {
	const rows = createRowWriter(() => stream.rows, isEntered);
	const holdUpdate = createUpdateHolder();
	const send = stray?.write ?? stream.write.bind(stream);
	let isShown = false;

	const write: WriteStream['write'] = (data: string | Uint8Array, ...rest: readonly never[]) => {
		if (typeof data !== 'string') {
			return send(data, ...rest);
		}

		const [entersAt, leavesAt] = [enterAlternateScreen, leaveAlternateScreen].map(sequence =>
			data.lastIndexOf(sequence),
		) as [number, number];
		isShown = entersAt === leavesAt ? isShown : entersAt > leavesAt;
		if (entersAt > leavesAt) {
			stray?.hold();
		} else if (leavesAt > entersAt) {
			mouse?.leave();
		}

		const written = holdUpdate(rows(data), rest.length > 0);
		const hasRoom =
			written === undefined || send(isShown && gate !== undefined ? gate.withQueries(written) : written, ...rest);
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

			if (name === 'holdsFrame') {
				return gate?.holds;
			}

			if (name === 'frameLimit' || name === 'leaveRest') {
				return isShown ? gate?.[name] : undefined;
			}

			const value: unknown = Reflect.get(target, name, target);
			return typeof value === 'function' ? (value.bind(target) as unknown) : value;
		},
	});
}

/** Creates a function that joins Ink's writes. Ink writes the beginning of an update, the frame and the end separately; they are sent to the terminal together, because each write wakes it. The function returns the text to write now, if any; at most a beginning and a frame are held back. */
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
