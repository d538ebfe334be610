import type {Impossible, Refused} from '../../source/changes/plan.ts';
import type {ChangeSet, Counts, Item} from '../../source/ledger/item.ts';
import type {Ended} from '../../source/account/account-changes.ts';
import {creation, moment, profile} from '../ledger/ledgers.ts';

/** The only item of a change that is done, except for what is given. */
export const itemWith = (change: Partial<Item> = {}): Item => ({
	...creation,
	id: 5,
	set: 5,
	position: 1,
	of: 1,
	profile,
	profileName: 'production',
	startedAt: moment,
	snapshot: undefined,
	phase: 'done',
	n: 0,
	endedAt: moment,
	requests: [],
	reason: [],
	notes: [],
	knownIds: [],
	...change,
});

/** Counts of items, 0 unless given. */
export const countsWith = (counts: Partial<Counts> = {}): Counts => ({
	planned: 0,
	created: 0,
	unknown: 0,
	done: 0,
	failed: 0,
	unfollowed: 0,
	rolledBack: 0,
	skipped: 0,
	...counts,
});

/** A change of this many items. */
export function setWith(
	kind: ChangeSet['kind'],
	given: Partial<Counts> = {done: 1},
	change: Partial<ChangeSet> = {},
): ChangeSet {
	const counts = countsWith(given);
	const size = Object.values(counts).reduce((sum, count) => sum + count, 0);
	return {id: 5, profile, profileName: 'production', kind, startedAt: moment, size, counts, keeps: [], ...change};
}

/** How a change of one ended, or with `set` one of several. */
export const endedWith = (only: Item | undefined, change: Partial<Ended> = {}): Ended => ({
	kind: 'ended',
	set: setWith(only?.kind ?? 'mixed'),
	only,
	failures: new Map(),
	refused: new Map(),
	...change,
});

/** Why nothing was sent. */
export const impossible = (reason: string): Impossible => ({kind: 'impossible', reason});
export const refusedBy = (failure: Refused['failure']): Refused => ({kind: 'refused', failure});
