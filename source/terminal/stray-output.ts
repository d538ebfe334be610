import type {WriteStream} from 'node:tty';
import {createListeners} from '../platform/listeners.ts';
import {numberText} from '../platform/text.ts';
import {sanitise, sanitiseLines} from './sanitise.ts';
import {hideSecrets} from './secrets.ts';

type Stream = Pick<WriteStream, 'write' | 'isTTY'>;

/** The maximum number of caught characters kept for stderr, from the beginning. */
const keptLength = 50_000;

/** The maximum number of characters shown at once. */
const shownLength = 400;

/** Text that is written to the terminal by something other than the screens while they are shown: a warning of Node, or a library's log. */
export type StrayOutput = ReturnType<typeof createStrayOutput>;

/**
Prepares to catch stray output. Output to stderr passes through if stderr is not a terminal, because then it does not disturb the screen.

@param stdout - The terminal that the screens are drawn on. Draw with the returned `write`.
@param stderr - The stream to which the caught text is written at the end.
*/
export function createStrayOutput(stdout: Stream, stderr: Stream) {
	const streams = stderr.isTTY ? [stdout, stderr] : [stdout];
	const listeners = createListeners<[text: string]>();
	let isHeld = false;
	let kept = '';
	let leftOut = 0;
	let unreported = '';
	let isScheduled = false;

	const notifyListeners = () => {
		isScheduled = false;
		const text = onOneLine(unreported);
		if (listeners.isEmpty() || text === '') {
			return;
		}

		unreported = '';
		listeners.notify(text);
	};

	const schedule = () => {
		if (isScheduled) {
			return;
		}

		isScheduled = true;
		// Texts written in the same turn are reported together.
		setImmediate(notifyListeners);
	};

	const take = (text: string) => {
		const room = keptLength - kept.length;
		kept += text.slice(0, room);
		leftOut += Math.max(0, text.length - room);
		unreported = (unreported + text.slice(0, shownLength)).slice(0, 2 * shownLength);
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
		/** Writes to the terminal even while stray output is caught. */
		write: stdout.write.bind(stdout),
		/** Starts catching stray output. */
		hold() {
			isHeld = true;
			for (const stream of streams) {
				stream.write = catchWrite;
			}
		},
		/** Stops catching, and writes the caught text to stderr. */
		release() {
			if (!isHeld) {
				return;
			}

			isHeld = false;
			for (const stream of streams) {
				// This restores the method of the stream's class.
				Reflect.deleteProperty(stream, 'write');
			}

			if (kept !== '') {
				const more = leftOut === 0 ? '' : `\n… ${numberText(leftOut)} more characters`;
				stderr.write(`${safeLines(kept)}${more}\n`);
			}

			[kept, leftOut, unreported] = ['', 0, ''];
		},
		/** Calls `listener` with the text caught since the last call, on one line, safe to show. The returned function unsubscribes it. */
		onText(listener: (text: string) => void) {
			const remove = listeners.add(listener);
			schedule();
			return remove;
		},
	};
}

function onOneLine(text: string): string {
	const line = hideSecrets(text)
		.split(/[\n\r]+/v)
		.map(part => part.trim())
		.filter(part => part !== '')
		.join(' · ');
	return sanitise(line.length > shownLength ? `${line.slice(0, shownLength)}…` : line);
}

/** Sanitises each line separately, because only the beginning of a long text would be shown. */
const safeLines = (text: string): string =>
	hideSecrets(text)
		.trimEnd()
		.split('\n')
		.map(line => sanitiseLines(line))
		.join('\n');
