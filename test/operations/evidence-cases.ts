import type {NotificationInput} from '../../source/notification/notification.ts';
import type {JudgeContext} from '../../source/operations/operation-context.ts';
import type {NotificationSnapshot, Operation, RequestEntry} from '../../source/ledger/journal/operation.ts';
import {createMonotonicClock} from '../../source/platform/clock.ts';
import {era, momentAt} from '../helpers/sightings.ts';
import {openNew} from '../ledger/ledgers.ts';
import {awaited} from './context.ts';

/** Milliseconds. */
export const settlingTime = 60_000;

/** When the process of these tests started. */
export const startedAt = 1_000_000;

export type JudgeOptions = {
	/** When notifications were first listed; one that is not named never was. */
	readonly known?: Readonly<Record<string, number>>;
	/** IDs of notifications that operations of this ledger were to delete. */
	readonly deletedHere?: readonly string[];
	/** IDs that belong to other operations. */
	readonly ofAnother?: readonly string[];
	/** IDs that later operations created. */
	readonly createdLater?: readonly string[];
	/** Pending operations. */
	readonly unfinished?: readonly Operation[];
	/** When the DELETEs of IDs that earlier operations deleted for good were sent. */
	readonly deleted?: Readonly<Record<string, number>>;
	/** IDs that other operations count as theirs, although no answer named them. */
	readonly adopted?: readonly string[];
	/** IDs of what earlier operations were to replace or delete. */
	readonly oldOfEarlier?: readonly string[];
	/** IDs that answers named as the new notifications of other pending operations. */
	readonly namedToAnother?: readonly string[];
};

/** What verdicts need beside the evidence. */
export function judgeContext({
	known = {},
	deletedHere = [],
	ofAnother = [],
	createdLater = [],
	unfinished = [],
	deleted = {},
	adopted = [],
	oldOfEarlier = [],
	namedToAnother = [],
}: JudgeOptions = {}): JudgeContext {
	return {
		settlingTime,
		elapsed: createMonotonicClock(era, () => startedAt),
		knownSince: id => (known[id] === undefined ? undefined : momentAt(known[id])),
		profile: 'the account',
		log: {
			...awaited(openNew()).journal,
			isOfAnother: (_operation, id) => ofAnother.includes(id),
			isCreatedLater: (_operation, id) => createdLater.includes(id),
			unfinished: () => [...unfinished],
			deletionBefore: (_operation, id) => (deleted[id] === undefined ? undefined : deleteAt(deleted[id], {target: id})),
			isAdoptedByAnother: (_operation, id) => adopted.includes(id),
			isOldOfEarlier: (_operation, id) => oldOfEarlier.includes(id),
			isNamedToAnother: (_operation, id) => namedToAnother.includes(id),
			isDeletedHere: (_profile, id) => deletedHere.includes(id),
		},
	};
}

/** A request whose answer was lost; `at`: its moment in this era. */
function request(change: Partial<RequestEntry> & Pick<RequestEntry, 'method'>, at: number | undefined): RequestEntry {
	return {
		id: 1,
		operation: 1,
		at: 0,
		target: undefined,
		outcome: 'unknown',
		status: undefined,
		summary: undefined,
		moment: at === undefined ? undefined : momentAt(at),
		...change,
	};
}

/** A DELETE of the notification 1. */
export const deleteAt = (at: number | undefined, change: Partial<RequestEntry> = {}): RequestEntry =>
	request({method: 'DELETE', target: '1', ...change}, at);

/** A POST. */
export const postAt = (at: number | undefined, change: Partial<RequestEntry> = {}): RequestEntry =>
	request({method: 'POST', ...change}, at);

/** What is created. */
export const input: NotificationInput = {
	userId: 'user',
	channel: 'EMAIL',
	name: 'Treasury',
	recipient: 'ops@example.com',
	network: 'ETH_MAINNET',
	eventType: 'ADDRESS_ACTIVITY',
	addresses: ['0x1'],
	filters: [],
	template: '',
	topics: ['', '', '', ''],
};

/** The notification 1 before it is replaced. */
export const snapshotWith = (name: string): NotificationSnapshot => ({
	id: '1',
	raw: {},
	input: {...input, name},
	template: undefined,
	topics: undefined,
});

/** A create that is pending. */
export const operationWith = (change: Partial<Operation> = {}): Operation => ({
	id: 1,
	profile: 'the account',
	profileName: 'test',
	kind: 'create',
	state: 'creating',
	startedAt: 0,
	endedAt: undefined,
	input,
	snapshot: undefined,
	newId: undefined,
	knownIds: [],
	detail: undefined,
	...change,
});
