import type {Notice} from './route.ts';

/** What a notice said, to be read again. */
export type LoggedNotice = Pick<Notice, 'tone' | 'text'> & {
	/** Milliseconds since the epoch. */
	readonly at: number;
};

/** The last notices of this run, in memory only. */
export type NoticeLog = {
	/** The oldest first. */
	readonly get: () => readonly LoggedNotice[];
	/** Adds a notice, unless it only answers a key or was just added without its hint. */
	readonly add: (notice: Notice) => void;
};

/** So many are kept. */
const limit = 200;

/** `now`: milliseconds since the epoch. */
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
