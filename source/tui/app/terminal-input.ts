import process from 'node:process';
import {systemClock, type Clock} from '../../platform/clock.ts';
import {createFrameGate} from '../../terminal/ink/screen-output.ts';
import {KeyStdin} from '../../terminal/key-stdin.ts';
import {isLightBackground} from '../../terminal/background.ts';
import {setBackground} from '../ui/theme.ts';

export type TerminalInput = ReturnType<typeof readTerminal>;

/** Reads this process's terminal: its keys, and its answers about its background and to what was drawn. */
export function readTerminal() {
	const background = createBackgroundReader(systemClock);
	const gate = createFrameGate(systemClock);
	const receive = (reply: string) => {
		background.receive(reply);
		gate.receive(reply);
	};

	return {
		stdin: new KeyStdin(process.stdin, systemClock, receive, () => background.isAwaiting() || gate.isAwaiting()),
		background,
		gate,
		/** Waits for the answers on their way, so that no other program reads them as keys. Returns a function that asks again. */
		async settle() {
			const [askAgain] = await Promise.all([gate.settle(), background.lateReply()]);
			return askAgain;
		},
	};
}

/** The time in milliseconds within which the terminal's reply about its background may change the colours. A later change would distract. */
const limit = 1000;

/** The time in milliseconds that the exit waits for a late reply: a round trip of a slow connection. */
const lateLimit = 300;

/** Makes the theme `auto` follow the background that the terminal reports. Without a reply it stays dark. */
export function createBackgroundReader({elapsed, sleep}: Pick<Clock, 'elapsed' | 'sleep'>) {
	/** Aborted by the answer, and when it is no longer waited for. */
	const answered = new AbortController();
	let askedAt: number | undefined;
	const sinceAsked = () => (askedAt === undefined ? Infinity : elapsed.now().at - askedAt);

	/** Whether a reply may be on its way. */
	const isAwaiting = () => !answered.signal.aborted && sinceAsked() < limit;
	/** Waits a while for a reply that may be on its way; undefined if none is. */
	const lateReply = (): Promise<void> | undefined =>
		isAwaiting()
			? sleep(lateLimit, answered.signal).then(
					() => {
						answered.abort();
					},
					() => undefined,
				)
			: undefined;

	return {
		/** Handles a reply of the terminal. */
		receive(reply: string) {
			const isLight = isLightBackground(reply);
			if (isLight === undefined) {
				return;
			}

			answered.abort();
			if (sinceAsked() < limit) {
				setBackground(isLight);
			}
		},
		/** Records that the terminal is being asked now. */
		expect() {
			askedAt = elapsed.now().at;
		},
		isAwaiting,
		lateReply,
	};
}
