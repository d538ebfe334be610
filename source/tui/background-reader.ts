import type {Clock} from '../system/clock.ts';
import {isLightBackground} from '../terminal/background.ts';
import type {KeyStdin} from '../terminal/key-stdin.ts';
import {setBackground} from './theme.ts';

/** How long an answer about the background changes the colours, in milliseconds: later it would startle. */
const limit = 1000;

/** How long the end waits for an answer that has not come, in milliseconds: a round trip of a slow connection. */
const lateLimit = 300;

type BackgroundReader = {
	/** Takes an answer of the terminal. */
	readonly receive: (reply: string) => void;
	/** The terminal is asked now. */
	readonly expect: () => void;
	/** Once the screens are left: takes the answer, if it can still come, so that the shell does not read it as keys. */
	readonly takeLate: (stdin: Pick<KeyStdin, 'on' | 'off' | 'read' | 'ref' | 'unref' | 'setRawMode'>) => Promise<void>;
};

/** Makes the theme `auto` follow the background that the terminal answers. Without an answer it stays dark. */
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
		async takeLate(stdin) {
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
				// Not echoed, and not in the line that the shell reads.
				stdin.setRawMode(true);
				stdin.ref();
				stdin.on('readable', take);
				await sleep(lateLimit, answered.signal);
			} catch {
				// The answer came, or the terminal is gone.
			}

			stdin.off('readable', take);
			stdin.unref();
			try {
				stdin.setRawMode(false);
			} catch {
				// The terminal is gone.
			}
		},
	};
}
