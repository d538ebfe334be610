import process from 'node:process';
import {setImmediate as turn} from 'node:timers/promises';
import {takeSnapshot} from '../source/changes/alike.ts';
import type {ChangeContext, Look} from '../source/changes/context.ts';
import {look as lookAt} from '../source/changes/look.ts';
import {plan, type Ask, type PlanOptions, type Refusal} from '../source/changes/plan.ts';
import {createPauseControl} from '../source/changes/pool.ts';
import {runPlanned, runSet, settleSet, stopFollowing, type Ended} from '../source/changes/run.ts';
import {say, sayLeft} from '../source/changes/say.ts';
import {asksOfUndo, findUndo, surveyUndo} from '../source/changes/undo.ts';
import {readRecord} from '../source/service/listing/read-record.ts';
import {type ListedRecord, type NotificationInput, rawOf} from '../source/notification/notification.ts';
import {createMonotonicClock} from '../source/platform/clock.ts';
import {findListedAgain} from '../source/account/settle-pending.ts';
import {awaitWrites} from '../source/ledger/awaited-ledger.ts';
import {endedPhases, isAccepted, postsOf, type Item, type Reason} from '../source/ledger/item.ts';
import {LedgerError} from '../source/ledger/ledger-error.ts';
import {openLedger} from '../source/ledger/ledger.ts';
import {createKillSwitch} from './helpers/kill-switch.ts';
import {storedBody, type StoredBody} from './helpers/model-service/stored-body.ts';

/**
The one door through which the random lives (test/model/) and the kill table (test/changes/) use the engine: open an account on a service, have something done, kill it at a step of it, and read what is listed and what the history says. Everything that passes is plain data. For them no other file imports source/, so that another engine needs another door and nothing else.
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
	/** The ID that the answer to its POST named, if the program has seen that. */
	readonly named?: string | undefined;
	/** The change that it undoes. */
	readonly undoes?: number | undefined;
	/** The set that it belongs to. */
	readonly set?: number | undefined;
	/** What the program says of it, and why. */
	readonly detail?: string | undefined;
	readonly reasons: readonly Reason[];
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

/** What a machine remembers of the listing on the screen when the program starts again. `saved`: as its last run that ended left it. */
export type Memory = {records: readonly unknown[]; saved?: readonly unknown[]};

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
	const stepped = onStep === undefined ? ledger : {...ledger, changes: withSteps(ledger.changes, onStep)};
	const awaited = awaitWrites(stepped, {
		async sleep() {
			await turn();
		},
		onBusy: () => undefined,
	});
	const guarded = killSwitch.guard(awaited.changes, (name, [events]) => {
		for (const {item, event} of name === 'append' ? (events as Parameters<typeof awaited.changes.append>[0]) : []) {
			if (event.kind === 'sent') {
				onAnnounced?.({change: item, method: event.method});
			}
		}
	});
	const changes = {
		...Object.fromEntries(Object.keys(awaited.changes).map(name => [name, Reflect.get(guarded, name) as unknown])),
		async begin(...given: Parameters<typeof guarded.begin>) {
			const set = await guarded.begin(...given);
			const [, , first] = given;
			if (first !== undefined) {
				onAnnounced?.({change: ledger.changes.items(set.id)[0]!.id, method: first.method});
			}

			return set;
		},
	} as typeof awaited.changes;

	/** The last listing that was read and is not on the screen yet; and the last one on the screen. */
	let latest: Look | undefined;
	let displayed: Look | undefined;
	const remembered = () => memory.records as readonly ListedRecord[];
	/** What was listed first, or by the run before, and is displayed from then on. */
	let first = memory.saved as readonly ListedRecord[] | undefined;
	const everListed = () => [...(first ?? []), ...remembered()];

	const takeListing = (found: Look) => {
		latest = found;
		onListing?.(
			notificationsIn(found).map(record => ({id: record.id, body: rawOf(record) as Body})),
			{isComplete: found.listing.complete, age: elapsed.between(found.startedAt, elapsed.now())},
		);
	};

	/** For one change. */
	const createContext = (): ChangeContext => {
		let last: Look | undefined;
		return {
			connection: {baseUrl: service.baseUrl, apiKey: apiKey(), timeout: 10_000},
			profile,
			profileName: 'test',
			changes,
			sent: awaited.sent,
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
			listed: remembered,
			everListed,
			displayed: () => displayed,
			lastLook: () => last,
			onLook(found) {
				last = found;
				takeListing(found);
			},
			signal: new AbortController().signal,
		};
	};

	const runOptions = {pauseControl: createPauseControl(), onProgress: () => undefined, limit: atOnce};

	const show = async () => {
		const found = latest;
		latest = undefined;
		if (found !== undefined) {
			displayed = found;
			// As the listing store does: what was on the screen says what is new.
			const shown = {...found, before: remembered(), everListed: everListed()};
			first ??= found.listing.complete ? found.listing.records : undefined;
			memory.records = found.listing.records;
			await orImpossible(async () => {
				for (const {id} of ledger.changes.pending(profile)) {
					if (await changes.claim(id)) {
						await settleSet(createContext(), id, shown);
						await changes.release(id);
					}
				}

				await findListedAgain(changes, createContext(), shown);
				return {kind: 'settled'};
			});
		}
	};

	const look = async () => {
		const attempt = await lookAt(createContext());
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

	/** Plans a set, and runs it. Who is bold confirms what is asked. */
	const change = async (asks: readonly Ask[], isBold = false, options: PlanOptions = {}): Promise<Told> => {
		const context = createContext();
		const planned = await plan(context, asks, options);
		if (isBold && planned.kind === 'duplicates' && options.accepted === undefined) {
			return change(asks, isBold, {...options, accepted: 'all'});
		}

		if (isBold && planned.kind === 'unchecked' && options.isUnchecked !== true && asks.length === 1) {
			return change(asks, isBold, {...options, isUnchecked: true});
		}

		return toTold(planned.kind === 'planned' ? await runPlanned(context, planned, runOptions) : planned);
	};

	const toAsk = (item: SetItem): Ask => {
		switch (item.act) {
			case 'create': {
				return {kind: 'create', input: toInput(item.body)};
			}

			case 'edit': {
				return {kind: 'replace', of: snapshotOf(item.target), input: toInput(item.body)};
			}

			case 'delete': {
				return {kind: 'delete', of: snapshotOf(item.target)};
			}

			case 'recreate': {
				return {kind: 'recreate', of: snapshotOf(item.target), input: toInput(item.body), undoes: item.undoes};
			}
		}
	};

	const undoLast = async (isBold: boolean): Promise<Told> => {
		const listing = await look();
		const listed = listing && {records: listing.records, isComplete: listing.complete};
		const scope = listed && findUndo(changes, profile, listed);
		if (scope === undefined) {
			return {kind: 'nothing to do'};
		}

		const undo = await surveyUndo(changes, scope, listed!);
		const context = createContext();
		const again = await lookAt(context);
		if ('failure' in again) {
			return {kind: 'refused'};
		}

		const {records, complete: isComplete} = again.listing;
		const {asks, reason = 'nothing is left'} = await asksOfUndo(changes, id => awaited.sent.get(profile, id), undo, {
			records,
			isComplete,
		});
		if (asks.length === 0) {
			return {kind: 'impossible', reason};
		}

		const isMany = undo.set.size > 1;
		return change(asks, isBold, {given: again, ...(isMany && {accepted: 'all'})});
	};

	const pending = (): Pending[] => {
		const sets = ledger.changes.pending(profile);
		return [
			...sets.filter(({size}) => size === 1).map(({id}) => ({change: toChange(ledger.changes.items(id)[0]!)})),
			...sets.filter(({size}) => size > 1).map(({id}) => ({set: id})),
		];
	};

	const decide = async ({
		act,
		pending: chosen = pending()[0],
		chosenId,
	}: Extract<Act, {readonly act: Decision}>): Promise<Told> => {
		if (chosen === undefined) {
			return {kind: 'nothing to do'};
		}

		const item = chosen.change && ledger.changes.item(chosen.change.id)!;
		const set = item?.set ?? chosen.set!;
		if (!(await changes.claim(set))) {
			return {kind: 'claimed by another process'};
		}

		const alone = item === undefined || item.of === 1 ? undefined : item.id;
		const context = createContext();
		if (act === 'drop') {
			await stopFollowing(context, set, alone);
			const now = item && ledger.changes.item(item.id)!;
			return now === undefined ? {kind: 'ended', set} : {kind: 'failed', change: toChange(now)};
		}

		const intent = act === 'finish' ? 'finish' : 'roll-back';
		return toTold(await runSet(context, set, {...runOptions, intent, item: alone, chosen: chosenId}));
	};

	const perform = async (act: Act): Promise<Told> => {
		switch (act.act) {
			case 'create': {
				return change([toAsk(act)], act.isBold);
			}

			case 'edit':
			case 'delete': {
				return change([toAsk(act)]);
			}

			case 'undo': {
				return undoLast(act.isBold === true);
			}

			case 'bulk create': {
				return change(
					act.bodies.map(body => ({kind: 'create', input: toInput(body)})),
					act.isBold,
				);
			}

			case 'bulk edit': {
				return change(act.edits.map(edit => toAsk({act: 'edit', ...edit})));
			}

			case 'bulk delete': {
				return change(act.targets.map(target => toAsk({act: 'delete', target})));
			}

			case 'set': {
				return change(
					act.items.map(item => toAsk(item)),
					true,
					{accepted: 'all'},
				);
			}

			case 'finish':
			case 'roll back':
			case 'drop': {
				return decide(act);
			}
		}
	};

	const itemWith = (id: number): Change | undefined => {
		const item = ledger.changes.item(id);
		return item && toChange(item);
	};

	return {
		async look() {
			const listing = await look();
			return listing && notificationsIn({listing}).map(record => ({id: record.id, body: rawOf(record) as Body}));
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
				: ledger.changes
						.items(set, {phases: ['creating', 'created', 'deleting', 'undoing']})
						.map(item => ({change: toChange(item)})),
		changes() {
			const found: Change[] = [];
			for (let id = 1, gap = 0; gap < longestGap; id++) {
				const one = itemWith(id);
				gap = one === undefined ? gap + 1 : 0;
				found.push(...(one === undefined ? [] : [one]));
			}

			return found;
		},
		change: itemWith,
		counts: set => withoutZeros(ledger.changes.set(set).counts),
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

/** Failures of the ledger are results, as in account/operations.ts. */
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

const notificationsIn = ({listing}: Pick<Look, 'listing'>) =>
	listing.records.filter(record => record.kind === 'notification');

const withoutZeros = (counts: Readonly<Record<string, number>>) =>
	Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

/** What the engine returns, in words. */
function toTold(outcome: Ended | Refusal): Told {
	if (outcome.kind !== 'ended') {
		const {reason, failure} = {reason: undefined, failure: undefined, ...outcome};
		const why = reason ?? failure?.summary;
		return {kind: outcome.kind, ...(why !== undefined && {reason: why})};
	}

	const {set, only, failure} = outcome;
	if (only === undefined) {
		const why = failure?.summary ?? sayLeft(outcome);
		return {kind: 'ended', set: set.id, counts: withoutZeros(set.counts), ...(why !== undefined && {reason: why})};
	}

	const isEnded = endedPhases.includes(only.phase);
	const ended = only.phase === 'done' ? 'done' : 'failed';
	const open = isAccepted(only) ? 'accepted' : 'open';
	const said = say(only);
	return {
		kind: isEnded ? ended : open,
		change: toChange(only),
		...(!isEnded && {reason: said === '' ? (outcome.problem ?? '') : said}),
		...(only.candidates !== undefined && {candidates: only.candidates}),
	};
}

const toChange = (item: Item): Change => {
	const {id, kind, phase, input, snapshot, newId, undoes, set, of, reason, notes} = item;
	return {
		id,
		kind,
		state: phase === 'unfollowed' ? 'failed' : phase,
		body: input && storedBody(input),
		old: snapshot && {
			id: snapshot.id,
			body: storedBody({...snapshot.input, template: snapshot.template ?? '', topics: ['', '', '', '']}),
		},
		newId,
		named: postsOf(item).at(-1)?.target,
		undoes,
		set: of === 1 ? undefined : set,
		detail: say(item),
		reasons: [...reason, ...notes],
	};
};

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
export function adviceIn({change}: Told): Decision | undefined {
	const advice: Partial<Record<Reason['why'], Decision>> = {
		'old-gone': 'finish',
		'kept-id': 'finish',
		'other-content': 'drop',
		'has-key': 'roll back',
	};
	return change?.reasons.map(({why}) => advice[why]).find(decision => decision !== undefined);
}

const has = (change: Change, ...whys: ReadonlyArray<Reason['why']>): boolean =>
	change.reasons.some(({why}) => whys.includes(why));

/** Whether a change that failed says that its outcome is not known: then it promises nothing. */
export const isUndetermined = (change: Change): boolean => has(change, 'stopped-following');

/** Whether a change that failed says that its old notification is not listed as it was. It still promises that nothing is left of what it sent. */
export const saysOldIsGone = (change: Change): boolean => has(change, 'neither');

/** Whether a change that is done says that no listing shows its notification, only the service's answer. */
export const isOnlyConfirmed = (change: Change): boolean => has(change, 'confirmed');

/** Whether a change that is done says that its notification may have existed before: nothing could be checked. */
export const isUncheckedResult = (change: Change): boolean => has(change, 'unchecked');

/** Whether what a change says names a notification. */
export const isNaming = ({detail = ''}: Change, id: string): boolean => detail.split(/[^\w]+/v).includes(id);

/** Whether a change names a notification besides its own, as one that it may have made too, or its own as one that a later listing shows. */
export const isNamedBeside = (change: Change, id: string): boolean =>
	(id !== change.newId || isRevised(change)) &&
	change.reasons.some(reason => {
		const {
			ids = [],
			unless,
			probable,
			beside,
		} = reason as Partial<
			Record<'ids', readonly string[]> & Record<'probable' | 'beside', string> & {unless: {ids: readonly string[]}}
		>;
		const overwritten = reason.why === 'overwrote' || reason.why === 'may-have-overwritten' ? reason.id : undefined;
		const confirmed = reason.why === 'neither' ? reason.confirmed : undefined;
		const isWithName = reason.why === 'named-before' || reason.why === 'never-listed' || reason.why === 'found';
		const before = isWithName ? reason.named : undefined;
		return [...ids, ...(unless?.ids ?? []), probable, beside, overwritten, before, confirmed].includes(id);
	});

/** Whether a change says that what it created took the place of another notification. */
export const saysOverwritten = (change: Change): boolean =>
	has(change, 'overwrote', 'may-have-overwritten') ||
	change.reasons.some(
		reason =>
			(reason.why === 'found' && reason.wasListed === true) || (reason.why === 'named-before' && reason.is === 'other'),
	);

/** Whether a change that was rolled back says of a notification that it is no longer listed, and no more: two listings have proved that. */
export const saysUnlisted = (change: Change, id: string): boolean =>
	change.reasons.some(
		reason =>
			(reason.why === 'taken-back' && !reason.isConfirmed && reason.id === id) ||
			(reason.why === 'neither' && reason.is === 'new-missing' && change.newId === id),
	);

/** Whether a change says that it created nothing, or that no listing shows what it created: the operator knows that it is not there, and no client knows what took its place. */
export const saysNotCreated = (change: Change): boolean => has(change, 'not-created', 'never-listed');

/** Whether a change that has ended says that a later listing contradicts its end. */
export const isRevised = (change: Change): boolean => has(change, 'listed-again');
