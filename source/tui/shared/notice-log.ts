import type {Notice} from './route.ts';

/** The text of an earlier notice. */
export type LoggedNotice = Pick<Notice, 'tone' | 'text'> & {
	/** The time of the notice in milliseconds since the epoch. */
	readonly at: number;
};

/** The last notices of this run, in memory only. */
export type NoticeLog = {
	/** Returns the notices, the oldest first. */
	readonly get: () => readonly LoggedNotice[];
	/** Adds a notice. One that only answers a key, or has got a hint, is left out. */
	readonly add: (notice: Notice) => void;
};

/** The number of notices kept. */
const limit = 200;

/** Creates an empty log. `now`: returns milliseconds since the epoch. */
export function createNoticeLog(now: () => number): NoticeLog {
	let notices: readonly LoggedNotice[] = [];
	return {
		get: () => notices,
		add({tone, text, isAnswer, hint}) {
			if (isAnswer !== true && hint === undefined) {
				notices = [...notices, {at: now(), tone, text}].slice(-limit);
			}
		},
	};
}
