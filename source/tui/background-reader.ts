import type {Clock} from '../platform/clock.ts';
import {isLightBackground} from '../terminal/background.ts';
import {setBackground} from './theme.ts';

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
