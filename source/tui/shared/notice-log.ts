import type {Notice} from './route.ts';

/** The text of an earlier notice. */
type LoggedNotice = Pick<Notice, 'tone' | 'text'> & {
	/** The time of the notice in milliseconds since the epoch. */
	readonly at: number;
};

export type NoticeLog = ReturnType<typeof createNoticeLog>;

/** The number of notices kept. */
const limit = 200;

/** Creates a log of the last notices of this run, in memory only. `now`: returns milliseconds since the epoch. */
export function createNoticeLog(now: () => number) {
	let notices: readonly LoggedNotice[] = [];
	return {
		/** Returns the notices, the oldest first. */
		get: () => notices,
		/** Adds a notice. One that only answers a key is left out. */
		add({tone, text, isAnswer}: Notice) {
			if (isAnswer !== true) {
				notices = [...notices, {at: now(), tone, text}].slice(-limit);
			}
		},
	};
}
