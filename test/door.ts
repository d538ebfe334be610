import process from 'node:process';
import {setImmediate as turn} from 'node:timers/promises';
import {readRecord} from '../source/service/listing/read-record.ts';
import {type ListedRecord, type NotificationInput, rawOf} from '../source/notification/notification.ts';
import type {BulkContext} from '../source/operations/item-set.ts';
import {
	type BatchItem,
	listBefore,
	planBatch,
	planCreates,
	planDeletes,
	planReplaces,
} from '../source/operations/plan.ts';
import {planBatchUndo} from '../source/operations/undo.ts';
import {createPauseControl} from '../source/operations/pool.ts';
import {dropBatch, runBatch, skipRest} from '../source/operations/run-set.ts';
import {
	create,
	type CreateOutcome,
	type CreatePolicy,
	drop,
	remove,
	replace,
	resume,
	rollBack,
	undo,
} from '../source/operations/one.ts';
import {notificationsIn, type OperationContext, type Sighting} from '../source/operations/operation-context.ts';
import {takeSnapshot} from '../source/operations/sent.ts';
import {fetchListing} from '../source/operations/look.ts';
import {createMonotonicClock, type Moment} from '../source/platform/clock.ts';
import {settlePending} from '../source/session/settle-pending.ts';
import {findUndo} from '../source/session/undo-plan.ts';
import {awaitWrites} from '../source/ledger/awaited-ledger.ts';
import type {Operation} from '../source/ledger/journal/operation.ts';
import {LedgerError} from '../source/ledger/ledger-error.ts';
import {openLedger} from '../source/ledger/ledger.ts';
import {createKillSwitch} from './helpers/kill-switch.ts';
import {storedBody, type StoredBody} from './helpers/model-service/stored-body.ts';

/**
The one door through which the random lives (test/model/) and the kill table (test/operations/) use the engine: open an account on a service, have something done, kill it at a step of it, and read what is listed and what the history says. Everything that passes is plain data. For them no other file imports source/, so that another engine needs another door and nothing else.
*/

/** A notification to create, as interface.md describes the body. */
export type Body = StoredBody;

/** A notification as a listing shows it. The body is the whole record. */
export type Listed = {readonly id: string; readonly body: Body};

/** One change to one notification, as the history has it. */
export type Change = {
	/** In the order in which they were begun. */
	readonly id: number;
	/** `recreate`: what was deleted is created again. */
	readonly kind: 'create' | 'replace' | 'delete' | 'recreate';
	/** How far it is: `endedStates` has those in which it has ended. */
	readonly state: 'planned' | 'creating' | 'created' | 'deleting' | 'undoing' | 'done' | 'failed' | 'rolled-back';
	/** What it creates. */
	readonly body?: Body | undefined;
	/** What it replaces, deletes or recreates. */
	readonly old?: Listed | undefined;
	/** The ID of what it created. */
	readonly newId?: string | undefined;
	/** The change that it undoes. */
	readonly undoes?: number | undefined;
	/** The set that it belongs to. */
	readonly set?: number | undefined;
	/** What the program says of it. */
	readonly detail?: string | undefined;
};

/** `failed` and `rolled-back`: it had no effect, or none is left. */
export const endedStates: readonly string[] = ['done', 'failed', 'rolled-back'] satisfies Array<Change['state']>;

/** A change that has not ended: one, or a set. */
export type Pending = {readonly change: Change; readonly set?: never} | {readonly set: number; readonly change?: never};

/** What an operator decides about a pending change. `drop`: no longer to follow it. */
export type Decision = 'finish' | 'roll back' | 'drop';

/** One change of a set. */
export type SetItem =
	| {readonly act: 'create'; readonly body: Body}
	| {readonly act: 'edit'; readonly target: Listed; readonly body: Body}
	| {readonly act: 'delete'; readonly target: Listed}
	/** `undoes`: the change that deleted it. */
	| {readonly act: 'recreate'; readonly target: Listed; readonly body: Body; readonly undoes: number};

/** What an operator has done. Who is bold accepts duplicates, and that they cannot be checked. */
export type Act =
	| {readonly act: 'create'; readonly body: Body; readonly isBold?: boolean}
	| {readonly act: 'edit'; readonly target: Listed; readonly body: Body}
	| {readonly act: 'delete'; readonly target: Listed}
	/** Of what was changed last, one or many. */
	| {readonly act: 'undo'; readonly isBold?: boolean}
	| {readonly act: 'bulk create'; readonly bodies: readonly Body[]; readonly isBold?: boolean}
	| {readonly act: 'bulk edit'; readonly edits: ReadonlyArray<{readonly target: Listed; readonly body: Body}>}
	| {readonly act: 'bulk delete'; readonly targets: readonly Listed[]}
	/** Changes of every kind in one set. */
	| {readonly act: 'set'; readonly items: readonly SetItem[]}
	| {
			readonly act: Decision;
			/** By default the first one that is pending. */
			readonly pending?: Pending | undefined;
			/** Of several notifications, the one that the operator says is the new one. */
			readonly chosenId?: string | undefined;
			/** Whether a POST that had no effect may be sent again. */
			readonly isRepeatable?: boolean;
	  };

/** What the operator is told at the end. */
export type Told = {
	/** Of one: `done`, `accepted`, `open`, `failed`. Of a set: `ended`. Before anything was sent: `impossible`, `refused`, `duplicates`, `unchecked`, `claimed by another process`, `nothing to do`. */
	readonly kind: string;
	readonly change?: Change;
	readonly set?: number;
	/** How many items of the set are in which state; those of which there are none are left out. */
	readonly counts?: Readonly<Record<string, number>>;
	/** Why it stopped, in the words of the program. */
	readonly reason?: string;
	/** IDs of which the operator must choose one. */
	readonly candidates?: readonly string[];
};

/** What a machine remembers of the listing on the screen when the program starts again. */
export type Memory = {records: readonly unknown[]};

export type AccountOptions = {
	readonly service: {readonly baseUrl: string; readonly apiKey: string};
	/** The API key that is valid now, where it changes. */
	readonly apiKey?: () => string;
	readonly ledgerFile: string;
	/** The clocks of the machine: the time of day, and the time since it was started. By default a day that stands still, and a clock that only pauses move. */
	readonly machine?: {
		readonly wallClock: () => number;
		readonly uptime: () => {readonly era: string; readonly at: number};
	};
	/** Milliseconds; shorter than the pauses of one verification unless given, so that it always comes to an end. */
	readonly settlingTime?: number;
	readonly memory?: Memory;
	/** How many requests of a set are sent at a time. */
	readonly atOnce?: number;
	/** Told of every pause, in milliseconds. Pauses take no time. */
	readonly onPause?: (milliseconds: number) => void;
	/** Called before and after every call of the ledger. */
	readonly onStep?: () => void;
	/** Called when a request was written down, before it is sent. */
	readonly onAnnounced?: (request: {readonly change: number; readonly method: string}) => void;
	/** Called with every listing. `age`: the milliseconds since its first request. */
	readonly onListing?: (
		listed: readonly Listed[],
		details: {readonly isComplete: boolean; readonly age: number},
	) => void;
};

/** An open account: one run of the program. */
export type Account = {
	/** Reads a listing and shows it, which settles what it can of what is pending. Undefined: there is none. */
	readonly look: () => Promise<readonly Listed[] | undefined>;
	/** Shows what was listed last, as a screen does after a change. */
	readonly show: () => Promise<void>;
	readonly perform: (act: Act) => Promise<Told>;
	/** Runs something, and kills the program at a step of it, counted in writes to the ledger, pauses, and calls of `step`. What was killed does nothing more. */
	readonly run: <T>(killAt: number | undefined, act: () => Promise<T>) => Promise<T | 'killed'>;
	readonly step: () => Promise<void>;
	/** Oldest first, sets last. */
	readonly pending: () => Pending[];
	/** The items of a pending set for which the operator has to choose. */
	readonly openItems: (pending: Pending) => Pending[];
	/** The history, from the first change on. */
	readonly changes: () => Change[];
	readonly change: (id: number) => Change | undefined;
	/** See `Told`. */
	readonly counts: (set: number) => Readonly<Record<string, number>>;
	readonly close: () => void;
};

/** Under which account the ledgers keep everything, on whatever port it is served. */
const profile = 'the account';

/** How many changes in a row a ledger does not have before its end is assumed: a set that is given up again leaves a gap. */
const longestGap = 20;

/** How many accounts were opened here: by default each is on a machine of its own, as after a restart. */
let opened = 0;

/** Opens an account with the ledger in a file, as the program does when it starts. */
export function openAccount({
	service,
	apiKey = () => service.apiKey,
	ledgerFile,
	machine,
	settlingTime = 5000,
	memory = {records: []},
	atOnce,
	onPause,
	onStep,
	onAnnounced,
	onListing,
}: AccountOptions): Account {
	opened++;
	let paused = 0;
	const {wallClock, uptime} = machine ?? {
		wallClock: () => 0,
		uptime: () => ({era: `run ${opened} of ${process.pid}`, at: paused}),
	};
	const {era} = uptime();
	const elapsed = createMonotonicClock(era, () => uptime().at);
	const killSwitch = createKillSwitch();
	const {ledger} = openLedger(ledgerFile, {now: wallClock});
	const stepped =
		onStep === undefined
			? ledger
			: {...ledger, journal: withSteps(ledger.journal, onStep), sent: withSteps(ledger.sent, onStep)};
	const awaited = awaitWrites(stepped, {
		async sleep() {
			await turn();
		},
		onBusy: () => undefined,
	});
	const journal = killSwitch.guard(awaited.journal, (name, [change, request]) => {
		if (name === 'requestSent' || name === 'itemSent') {
			onAnnounced?.({change: change as number, method: (request as {method: string}).method});
		}
	});
	const sent = killSwitch.guard(awaited.sent);

	const seen = new Map<string, Moment>();
	/** The last listing that was read and is not on the screen yet; and the last one on the screen. */
	let latest: Sighting | undefined;
	let displayed: Sighting | undefined;
	const remembered = () => memory.records as readonly ListedRecord[];

	const takeListing = (sighting: Sighting) => {
		latest = sighting;
		const notifications = notificationsIn(sighting.listing);
		onListing?.(
			notifications.map(record => ({id: record.id, body: rawOf(record) as Body})),
			{isComplete: sighting.listing.complete, age: elapsed.between(sighting.startedAt, elapsed.now())},
		);
		for (const {id} of notifications) {
			seen.set(id, seen.get(id) ?? elapsed.now());
		}
	};

	/** For one change. */
	const createContext = (): OperationContext => {
		let lastSighting: Sighting | undefined;
		return {
			connection: {baseUrl: service.baseUrl, apiKey: apiKey(), timeout: 10_000},
			profile,
			profileName: 'test',
			log: journal,
			sent,
			retry: {
				async sleep(milliseconds) {
					await killSwitch.step();
					paused += milliseconds;
					onPause?.(milliseconds);
					await turn();
				},
			},
			now: wallClock,
			elapsed,
			settlingTime,
			knownSince: id => seen.get(id),
			listed: remembered,
			lastListed: () => latest?.listing.records ?? remembered(),
			displayed: () => displayed,
			lastSighting: () => lastSighting,
			onListing(sighting) {
				lastSighting = sighting;
				takeListing(sighting);
			},
			signal: new AbortController().signal,
		};
	};

	const createBulk = (): BulkContext => ({
		context: createContext(),
		journal,
		pauseControl: createPauseControl(),
		onProgress: () => undefined,
		limit: atOnce,
	});

	const show = async () => {
		const sighting = latest;
		latest = undefined;
		if (sighting !== undefined) {
			displayed = sighting;
			memory.records = sighting.listing.records;
			await orImpossible(async () => {
				await settlePending({journal, drafts: awaited.drafts}, createContext(), sighting);
				return {kind: 'settled'};
			});
		}
	};

	const look = async () => {
		const attempt = await fetchListing(createContext());
		await show();
		return 'failure' in attempt ? undefined : attempt.listing;
	};

	const snapshotOf = ({id, body}: Listed) => {
		const record = readRecord(body, 0);
		if (record.kind === 'unreadable') {
			throw new TypeError(`Notification ${id} cannot be read: ${record.problem}.`);
		}

		return takeSnapshot(record, ledger.sent.get(profile, id));
	};

	type Planned = {readonly kind: 'planned'; readonly batch: number} | {readonly kind: string; readonly batch?: never};

	/** Plans a set, and runs it. */
	const runPlanned = async (plan: (bulk: BulkContext) => Promise<Planned>): Promise<Told> => {
		const bulk = createBulk();
		const planned = await plan(bulk);
		return toTold(planned.batch === undefined ? planned : await runBatch(bulk, planned.batch));
	};

	const toBatchItem = (item: SetItem): BatchItem => {
		switch (item.act) {
			case 'create': {
				return {kind: 'create', input: toInput(item.body)};
			}

			case 'edit': {
				return {kind: 'replace', snapshot: snapshotOf(item.target), input: toInput(item.body)};
			}

			case 'delete': {
				return {kind: 'delete', snapshot: snapshotOf(item.target)};
			}

			case 'recreate': {
				const {target, body, undoes} = item;
				return {kind: 'recreate', snapshot: snapshotOf(target), input: toInput(body), undoes};
			}
		}
	};

	const planSet = async (bulk: BulkContext, items: readonly SetItem[]): Promise<Planned> => {
		const before = await listBefore(bulk.context);
		if (before.kind !== 'listed') {
			return before;
		}

		const batch = await planBatch(
			bulk,
			items.map(item => toBatchItem(item)),
			{records: before.listing.records},
		);
		return {kind: 'planned', batch: batch!};
	};

	const undoLast = async (isBold: boolean): Promise<Told> => {
		const listing = await look();
		const plan = listing && findUndo(ledger.journal, profile, {records: listing.records, isComplete: listing.complete});
		if (plan === undefined) {
			return {kind: 'nothing to do'};
		}

		const {batch} = plan.operation;
		return batch === undefined
			? sendBoldly(async policy => undo(createContext(), ledger, plan, policy), isBold)
			: runPlanned(async bulk => planBatchUndo(bulk, ledger, batch));
	};

	const pending = (): Pending[] => [
		...ledger.journal.unfinished(profile).map(operation => ({change: toChange(operation)})),
		...ledger.journal.unfinishedBatches(profile).map(({id}) => ({set: id})),
	];

	const hasEnded = ({change, set = change?.set}: Pending): boolean =>
		set === undefined
			? endedStates.includes(ledger.journal.get(change!.id)!.state)
			: !ledger.journal.unfinishedBatches(profile).some(({id}) => id === set);

	const decide = async (given: Extract<Act, {readonly act: Decision}>): Promise<Told> => {
		const {act, pending: chosen = pending()[0], chosenId} = given;
		if (chosen === undefined) {
			return {kind: 'nothing to do'};
		}

		const set = chosen.set ?? chosen.change.set;
		const isClaimed = await (set === undefined ? journal.claim(chosen.change!.id) : journal.claimBatch(set));
		if (!isClaimed && !hasEnded(chosen)) {
			return {kind: 'claimed by another process'};
		}

		if (chosen.change === undefined) {
			const end = {finish: runBatch, 'roll back': skipRest, drop: dropBatch}[act];
			return toTold(await end(createBulk(), chosen.set));
		}

		const operation = ledger.journal.get(chosen.change.id)!;
		switch (act) {
			case 'finish': {
				const {isRepeatable = operation.state !== 'creating'} = given;
				return toTold(await resume(createContext(), operation, {chosenId, mayResend: isRepeatable}));
			}

			case 'roll back': {
				return toTold(await rollBack(createContext(), operation, chosenId));
			}

			case 'drop': {
				return toTold(await drop(createContext(), operation));
			}
		}
	};

	const perform = async (act: Act): Promise<Told> => {
		switch (act.act) {
			case 'create': {
				return sendBoldly(async policy => create(createContext(), toInput(act.body), policy), act.isBold === true);
			}

			case 'edit': {
				return toTold(await replace(createContext(), snapshotOf(act.target), toInput(act.body)));
			}

			case 'delete': {
				return toTold(await remove(createContext(), snapshotOf(act.target)));
			}

			case 'undo': {
				return undoLast(act.isBold === true);
			}

			case 'bulk create': {
				const inputs = act.bodies.map(body => toInput(body));
				return runPlanned(async bulk => planCreates(bulk, inputs, {canRepeat: act.isBold === true}));
			}

			case 'bulk edit': {
				const edits = act.edits.map(({target, body}) => ({snapshot: snapshotOf(target), input: toInput(body)}));
				return runPlanned(async bulk => planReplaces(bulk, edits));
			}

			case 'bulk delete': {
				const snapshots = act.targets.map(target => snapshotOf(target));
				return runPlanned(async bulk => ({kind: 'planned', batch: await planDeletes(bulk, snapshots)}));
			}

			case 'set': {
				return runPlanned(async bulk => planSet(bulk, act.items));
			}

			case 'finish':
			case 'roll back':
			case 'drop': {
				return decide(act);
			}
		}
	};

	const change = (id: number): Change | undefined => {
		const operation = ledger.journal.get(id);
		return operation && toChange(operation);
	};

	return {
		async look() {
			const listing = await look();
			return listing && notificationsIn(listing).map(record => ({id: record.id, body: rawOf(record) as Body}));
		},
		show,
		perform: async act => orImpossible(async () => perform(act)),
		async run(killAt, act) {
			killSwitch.arm(killAt);
			const acting = act();
			// What was killed may fail when its connection or its ledger is closed.
			acting.catch(() => undefined);
			const result = await Promise.race([acting, killSwitch.killed]);
			killSwitch.arm(undefined);
			return result;
		},
		step: killSwitch.step,
		pending,
		openItems: ({set}) =>
			set === undefined
				? []
				: ledger.journal.openItems(set, {after: 0, limit: 1000}).map(item => ({change: toChange(item)})),
		changes() {
			const found: Change[] = [];
			for (let id = 1, gap = 0; gap < longestGap; id++) {
				const one = change(id);
				gap = one === undefined ? gap + 1 : 0;
				found.push(...(one === undefined ? [] : [one]));
			}

			return found;
		},
		change,
		counts: set => withoutZeros(ledger.journal.batch(set).counts),
		close: ledger.close,
	};
}

/** The same functions, each with a step before and after it. */
function withSteps<T extends object>(store: T, step: () => void): T {
	const methods = Object.entries(store).map(([name, method]: [string, (...parameters: unknown[]) => unknown]) => [
		name,
		(...parameters: unknown[]) => {
			step();
			const result = method(...parameters);
			step();
			return result;
		},
	]);
	return Object.fromEntries(methods) as T;
}

/** Failures of the ledger are results, as in session/operations.ts. */
async function orImpossible(act: () => Promise<Told>): Promise<Told> {
	try {
		return await act();
	} catch (error) {
		if (error instanceof LedgerError) {
			return {kind: 'impossible', reason: error.message};
		}

		throw error;
	}
}

/** Creates or undoes. Who is bold confirms what is asked. */
async function sendBoldly(send: (policy: CreatePolicy) => Promise<CreateOutcome>, isBold: boolean): Promise<Told> {
	const retry = async (policy: CreatePolicy): Promise<Told> => {
		const outcome = await send(policy);
		if (isBold && outcome.kind === 'duplicates') {
			return retry({...policy, acceptedIds: new Set([...policy.acceptedIds, ...outcome.duplicates.map(({id}) => id)])});
		}

		return isBold && outcome.kind === 'unchecked' && !policy.isUnchecked
			? retry({...policy, isUnchecked: true})
			: toTold(outcome);
	};

	return retry({acceptedIds: new Set(), isUnchecked: false});
}

const withoutZeros = (counts: Readonly<Record<string, number>>) =>
	Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

/** What the engine returns, in words. */
function toTold(outcome: {
	readonly kind: string;
	readonly operation?: Operation;
	readonly reason?: string;
	readonly candidates?: readonly string[];
	readonly batch?: number;
	readonly counts?: Readonly<Record<string, number>>;
	readonly failure?: {readonly summary: string} | undefined;
	readonly unresolvedReason?: string | undefined;
}): Told {
	const {kind, operation, candidates, batch, counts} = outcome;
	// Of a set, why it stopped or why the outcome of some is not known.
	const reason = counts === undefined ? outcome.reason : (outcome.failure?.summary ?? outcome.unresolvedReason);
	return {
		kind,
		...(operation !== undefined && {change: toChange(operation)}),
		...(batch !== undefined && {set: batch}),
		...(counts !== undefined && {counts: withoutZeros(counts)}),
		...(reason !== undefined && {reason}),
		...(candidates !== undefined && {candidates}),
	};
}

const toChange = ({id, kind, state, input, snapshot, newId, undoes, batch, detail}: Operation): Change => ({
	id,
	kind,
	state,
	body: input && storedBody(input),
	old: snapshot && {
		id: snapshot.id,
		body: storedBody({...snapshot.input, template: snapshot.template ?? '', topics: ['', '', '', '']}),
	},
	newId,
	undoes,
	set: batch,
	detail,
});

const toInput = ({
	external_user_id: userId,
	channel,
	notification_name: name = '',
	template = '',
	delivery_location: recipient,
	event_details: {network, event_type: eventType, addresses, filters = []},
}: Body): NotificationInput => ({
	userId,
	channel,
	name,
	recipient,
	network,
	eventType,
	addresses,
	filters: filters.map(({field_name = '', operator = '', value = '', value_type: valueType = ''}) => ({
		fieldName: field_name,
		operator,
		value,
		valueType,
	})),
	template,
	topics: ['', '', '', ''],
});

/** What the program advises when it refuses. */
export function adviceIn({reason = ''}: Told): Decision | undefined {
	if (reason.includes('Stop following it')) {
		return 'drop';
	}

	if (/Finish (?:it instead|this to keep)/v.test(reason)) {
		return 'finish';
	}

	return /Roll it back|cannot be finished/v.test(reason) ? 'roll back' : undefined;
}

/** Whether a change that failed says that its outcome is not known: then it promises nothing. */
export const isUndetermined = (change: Change): boolean =>
	/^(?:You stopped following it|Which of them is the new one is unknown)/v.test(change.detail ?? '');

/** Whether a change that failed says that its old notification is not listed as it was. It still promises that nothing is left of what it sent. */
export const saysOldIsGone = ({old, detail = ''}: Change): boolean =>
	old !== undefined && detail.includes(`Neither ${old.id} `);

/** Whether a change that is done says that no listing shows its notification, only the service's answer. */
export const isOnlyConfirmed = ({detail = ''}: Change): boolean =>
	/^The service confirmed it.*no listing shows it/v.test(detail);

/** Whether a change that is done says that its notification may have existed before: nothing could be checked. */
export const isUncheckedResult = ({detail = ''}: Change): boolean => detail.includes('without a check');

/** Whether what a change says names a notification. */
export const isNaming = ({detail = ''}: Change, id: string): boolean => detail.split(/[^\w]+/v).includes(id);

/** Whether a change names a notification besides its own, as one that it may have made too, or its own as one that a later listing shows. */
export const isNamedBeside = (change: Change, id: string): boolean =>
	(id !== change.newId || isRevised(change)) &&
	change.detail?.startsWith('The service confirmed it as ID') !== true &&
	isNaming(change, id);

/** Whether a change says that what it created took the place of another notification. */
export const saysOverwritten = ({detail = ''}: Change): boolean =>
	/\b(?:overwrote|overwritten|former content)\b/v.test(detail);

/** Whether a change that has ended says that a later listing contradicts its end. */
export const isRevised = ({detail = ''}: Change): boolean => detail.startsWith('It counted as ');
