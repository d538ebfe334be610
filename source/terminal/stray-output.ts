import type {WriteStream} from 'node:tty';
import {createListeners} from '../system/listeners.ts';
import {sanitise, sanitiseLines} from './sanitise.ts';
import {hideSecrets} from './secrets.ts';

/** Text that something other than the screens writes to the terminal while they are shown: a warning of Node, what a library logs. */
export type StrayOutput = {
	/** Writes to the terminal in spite of it. */
	readonly write: WriteStream['write'];
	/** Catches it from now on. */
	readonly hold: () => void;
	/** Lets it pass again, and gives out on stderr what was caught. */
	readonly release: () => void;
	/** Calls `listener` with what was caught since the last call, on one line, safe to show; the returned function stops it. */
	readonly onText: (listener: (text: string) => void) => () => void;
};

type Stream = Pick<WriteStream, 'write' | 'isTTY'>;

/** Characters that are kept to be given out, from the beginning. */
const keptLength = 50_000;

/** Characters that are shown at once. */
const shownLength = 400;

/**
Prepares to catch stray output. What is written to stderr passes while stderr is no terminal: then it spoils no screen.

@param stdout - The terminal that the screens are drawn on. Draw with the returned `write`.
@param stderr - Where the text would have gone.
*/
export function createStrayOutput(stdout: Stream, stderr: Stream): StrayOutput {
	const streams = stderr.isTTY ? [stdout, stderr] : [stdout];
	const listeners = createListeners<[text: string]>();
	let isHeld = false;
	let kept = '';
	let leftOut = 0;
	let fresh = '';
	let isScheduled = false;

	const tell = () => {
		isScheduled = false;
		const text = onOneLine(fresh);
		if (listeners.isEmpty() || text === '') {
			return;
		}

		fresh = '';
		listeners.notify(text);
	};

	const schedule = () => {
		if (isScheduled) {
			return;
		}

		isScheduled = true;
		// What comes together is told together.
		setImmediate(tell);
	};

	const take = (text: string) => {
		const room = keptLength - kept.length;
		kept += text.slice(0, room);
		leftOut += Math.max(0, text.length - room);
		fresh = (fresh + text.slice(0, shownLength)).slice(0, 2 * shownLength);
		schedule();
	};

	const catchWrite: WriteStream['write'] = (data: string | Uint8Array, ...rest: readonly unknown[]) => {
		take(typeof data === 'string' ? data : new TextDecoder().decode(data));
		const callback = rest.at(-1);
		if (typeof callback === 'function') {
			setImmediate(callback as () => void);
		}

		return true;
	};

	return {
		write: stdout.write.bind(stdout),
		hold() {
			isHeld = true;
			for (const stream of streams) {
				stream.write = catchWrite;
			}
		},
		release() {
			if (!isHeld) {
				return;
			}

			isHeld = false;
			for (const stream of streams) {
				// The method of its class.
				Reflect.deleteProperty(stream, 'write');
			}

			if (kept !== '') {
				const more = leftOut === 0 ? '' : `\n… ${leftOut.toLocaleString('en')} more characters`;
				stderr.write(`${safeLines(kept)}${more}\n`);
			}

			[kept, leftOut, fresh] = ['', 0, ''];
		},
		onText(listener) {
			const remove = listeners.add(listener);
			schedule();
			return remove;
		},
	};
}

function onOneLine(text: string): string {
	const line = hideSecrets(text).split(/[\n\r]+/v).map(part => part.trim()).filter(part => part !== '').join(' · ');
	return sanitise(line.length > shownLength ? `${line.slice(0, shownLength)}…` : line);
}

/** Each line by itself: a long text is not shown in full. */
const safeLines = (text: string): string => hideSecrets(text).trimEnd().split('\n').map(line => sanitiseLines(line)).join('\n');
