import type {Clock} from '../system/clock.ts';
import {isLightBackground} from '../terminal/background.ts';
import type {KeyStdin} from '../terminal/key-stdin.ts';
import {setBackground} from './theme.ts';

/** The time in milliseconds within which the terminal's reply about its background may change the colours. A later change would distract. */
const limit = 1000;

/** The time in milliseconds that the exit waits for a late reply: a round trip of a slow connection. */
const lateLimit = 300;

export type BackgroundReader = {
	/** Handles a reply of the terminal. */
	readonly receive: (reply: string) => void;
	/** Records that the terminal is being asked now. */
	readonly expect: () => void;
	/** Reads a late reply after the screens were left, so that the shell does not read it as keys. */
	readonly readLateReply: (stdin: Pick<KeyStdin, 'on' | 'off' | 'read' | 'ref' | 'unref' | 'setRawMode'>) => Promise<void>;
};

/** Makes the theme `auto` follow the background that the terminal reports. Without a reply it stays dark. */
export function createBackgroundReader({elapsed, sleep}: Pick<Clock, 'elapsed' | 'sleep'>): BackgroundReader {
	const answered = new AbortController();
	let askedAt: number | undefined;
	const sinceAsked = () => askedAt === undefined ? Infinity : elapsed.now().at - askedAt;

	return {
		receive(reply) {
			const isLight = isLightBackground(reply);
			if (isLight === undefined) {
				return;
			}

			answered.abort();
			if (sinceAsked() < limit) {
				setBackground(isLight);
			}
		},
		expect() {
			askedAt = elapsed.now().at;
		},
		async readLateReply(stdin) {
			if (answered.signal.aborted || sinceAsked() >= limit) {
				return;
			}

			const take = () => {
				let key: string | null;
				do {
					key = stdin.read();
				} while (key !== null);
			};

			try {
				// In raw mode the reply is not echoed and does not reach the shell's input line.
				stdin.setRawMode(true);
				stdin.ref();
				stdin.on('readable', take);
				await sleep(lateLimit, answered.signal);
			} catch {
				// The reply arrived, or the terminal was closed.
			}

			stdin.off('readable', take);
			stdin.unref();
			try {
				stdin.setRawMode(false);
			} catch {
				// The terminal was closed.
			}
		},
	};
}
