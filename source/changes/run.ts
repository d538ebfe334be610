import {setImmediate as turn} from 'node:timers/promises';
import {createNotification, deleteNotification} from '../service/writes.ts';
import {refusedMembers, toSentBody} from '../service/body.ts';
import {failureSentence, failureText, issuesOf, type Failure, type Result} from '../service/failure.ts';
import {canonicalForm, rewritableForm} from '../notification/equivalence.ts';
import {idOfRecord, type ListedRecord, type NotificationInput} from '../notification/notification.ts';
import type {MemberPath} from '../notification/undocumented.ts';
import {allInSlices, inSlices} from '../platform/time-slices.ts';
import {recordsById} from '../query/changes.ts';
import type {ItemEvent, ItemQuery} from '../ledger/changes.ts';
import {
	pagedItems,
	awaitedPhases,
	countsOf,
	endedPhases,
	type ChangeSet,
	type Counts,
	type Event,
	type Item,
	type Phase,
	type Reason,
	type Request,
	fold,
	mayHaveEffect,
	numberOf,
	totalOf,
} from '../ledger/item.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {alikeIn, formerFinder, listedRecord, type FindAlike} from './alike.ts';
import type {ChangeContext, Look} from './context.ts';
import {
	judgeCreation,
	judgeLateDelete,
	judgeNew,
	judgeOld,
	judgeSentDelete,
	mayBeNew,
	type Intent,
	type Judgement,
	type NextDelete,
} from './judge.ts';
import {look, pollLooks, shownAs, type LookAttempt} from './look.ts';
import {missingOf, whyProtected, type Impossible, type Planned} from './plan.ts';
import {runPool, type PauseControl, type PoolDecision} from './pool.ts';
import {say} from './say.ts';

export type Progress = {
	readonly total: number;
	/** The number of items that a listing has proved. */
	readonly done: number;
	/** The number of items whose last request the service confirmed, and no listing has proved yet. */
	readonly accepted: number;
	/** The number of replacements whose new notification the service confirmed, and whose old one is still to be deleted. */
	readonly created: number;
	readonly failed: number;
	/** The number of items whose outcome is unknown until a listing is checked. */
	readonly unknown: number;
	readonly inFlight: number;
	/** The time before which nothing is sent because the service asked to wait, in milliseconds since the epoch. */
	readonly waitingUntil: number | undefined;
};

/** What a run is to do. */
export type RunOptions = {
	/** Whether the set is to take effect, or what is left of it is to be taken back. */
	readonly intent: 'finish' | 'roll-back';
	/** The item that is acted on alone; by default all of the set. */
	readonly item?: number | undefined;
	/** The notification that the operator names as the new one of it. */
	readonly chosen?: string | undefined;
	readonly pauseControl: PauseControl;
	/** Called with every change. */
	readonly onProgress: (progress: Progress) => void;
	/** The maximum number of concurrent requests; by default 8 DELETEs or 4 POSTs. */
	readonly limit?: number | undefined;
	/** Set if it was just planned and written down, with the first request if it is one alone. `look`: the listing that it was planned from. */
	readonly planned?: {readonly look: Look | undefined} | undefined;
};

/** How a run ended. */
export type Ended = {
	readonly kind: 'ended';
	readonly set: ChangeSet;
	/** The item that was acted on alone, or the only one of the set. */
	readonly only: Item | undefined;
	/** The failure that stopped it early; undefined if it was complete or the operator stopped it. */
	readonly failure?: Failure | undefined;
	/** The failure of the last forbidden request. */
	readonly refusal?: Failure | undefined;
	/** The failures of the last requests, by item. */
	readonly failures: ReadonlyMap<number, Failure>;
	/** The undocumented members that the service refused, by item. The items can be sent without them. */
	readonly refused: ReadonlyMap<number, readonly MemberPath[]>;
	/** The first item that is left, which says why. */
	readonly left?: Item | undefined;
	/** Why something is left, if that does not say it: safe to show. */
	readonly problem?: string | undefined;
	/** Why nothing was deleted: the rule that protects it. */
	readonly isProtected?: true | undefined;
	/** What was left out before anything was sent, in sentences that are safe to show. */
	readonly skipped?: readonly string[] | undefined;
};

/** The default number of concurrent requests. */
const limits = {POST: 4, DELETE: 8} as const;

/** The time, in milliseconds, for which requests rely on a listing after it was read. A wait or a pause can be longer. */
const roundTime = 60_000;

/** The greatest age of the listing that a DELETE relies on when it is sent, counting sleep: a round, and what a listing at its beginning may be old. */
const maxAge = roundTime + 10_000;

/** The part of an account that may exist twice at a time, once a set has shown that what it replaces can be deleted: every new one must be listed before its old one goes, and a large account is not listed for every few. */
const doubledPart = 1 / 100;

/** Requests that are sent for an item. */
type Sending = {
	readonly item: Item;
	readonly method: 'POST' | 'DELETE';
	readonly target?: string;
	/** The listing that permits it. */
	readonly relies?: Look | undefined;
	/** Alike notifications that it shows, and the plan's did not: none of them is the new one. */
	readonly known?: readonly string[];
};

type Run = ReturnType<typeof createRun>;

/** The number of items that are written down in one transaction. */
const itemsAtOnce = 50;

/**
Writes a planned set down, and runs it. One alone is written down together with its first request.

@throws LedgerError as `runSet`; PendingChangeError if an item has a pending change by now: then nothing was sent.
*/
export async function runPlanned(
	context: ChangeContext,
	{items, look: found, keeps, skipped, isRepeated}: Planned,
	options: Omit<RunOptions, 'intent' | 'item' | 'chosen' | 'planned'>,
): Promise<Ended> {
	const {changes, profile, profileName, elapsed} = context;
	const ids = items.some(({kind}) => kind !== 'delete') ? recordsById(found?.listing.records ?? []).keys() : [];
	const listed = [...ids].filter(id => id !== undefined);
	const given = {profile, profileName, keeps, listed, isRepeated};
	let set: number;
	if (items.length <= itemsAtOnce) {
		const [only] = items.length === 1 ? items : [];
		const first: (Event & {readonly kind: 'sent'}) | undefined = only && {
			kind: 'sent',
			moment: elapsed.now(),
			...(only.kind === 'delete' ? {method: 'DELETE', target: only.snapshot!.id} : {method: 'POST'}),
		};
		({id: set} = await changes.begin(given, items, first));
	} else {
		set = await changes.open(given);
		try {
			for await (const slice of inSlices(items)) {
				await changes.add(set, slice, given);
			}
		} catch (error) {
			await changes.forget(set);
			throw error;
		}

		await changes.close(set);
	}

	const ended = await runSet(context, set, {...options, intent: 'finish', planned: {look: found}});
	return skipped.length === 0 ? ended : {...ended, skipped};
}

/**
Continues a set from its state in the ledger to its end, or until it is stopped. A listing first decides the outcome of earlier requests; then what is planned is sent; finally listings decide what that did. A stopped set can be continued.

@param context - The account.
@param set - The number of a set that this process owns.
@param options - What is to be done. With `roll-back` what is planned is skipped, and the new notification of a half-done replacement is deleted again; with `item` also what was created alone.
@throws LedgerError when the ledger cannot be written. The outcome of what was sent by then is unknown until the set is continued.
*/
export async function runSet(context: ChangeContext, set: number, options: RunOptions): Promise<Ended> {
	const run = createRun(context, set, options);
	run.begin();
	const outcome = options.intent === 'roll-back' ? await takeBack(run) : await finish(run);
	await endOne(run, outcome.failure);
	await run.flush();
	return run.result(outcome);
}

/**
Checks the notification that the operator names as the new one, before anything is recorded or sent.

@returns Why it cannot be; undefined if it can.
*/
export async function refuseChosen(
	context: ChangeContext,
	item: Item,
	chosen: string,
): Promise<Impossible | undefined> {
	const found = await look(context);
	const name = `Nothing was sent: ${sanitise(chosen)} cannot be the new one of ${sanitise(item.snapshot?.id ?? `change ${numberOf(item)}`)}`;
	if ('failure' in found) {
		return {kind: 'impossible', reason: `Nothing was sent. ${failureSentence(found.failure)}`};
	}

	const findAlike = await alikeIn(found.listing.records, inputsOf([item]));
	if (mayBeNew(context, item, found, findAlike, chosen)) {
		return undefined;
	}

	const why = item.newId === undefined ? 'it is not new, or not what was sent.' : `that is ${sanitise(item.newId)}.`;
	return {kind: 'impossible', reason: `${name}: ${why}`, cause: 'chosen'};
}

/** What one run knows and does. */
function createRun(given: ChangeContext, set: number, options: RunOptions) {
	const {changes} = given;
	const {onProgress, pauseControl, limit} = options;
	const {size, kind, keeps} = changes.set(set);
	/** The item that is acted on alone. */
	const alone = options.item ?? (size === 1 ? changes.items(set)[0]!.id : undefined);
	// What is overwritten is known from what was listed before the requests, also if that is not displayed yet.
	const lastLook = given.lastLook?.() ?? options.planned?.look;
	let before: readonly ListedRecord[] | undefined = lastLook?.listing.records ?? given.listed?.();
	const everListed = given.everListed?.();
	const context: ChangeContext = {...given, listed: () => before ?? [], everListed: () => everListed};
	const write = createRecorder(async events => changes.append(events));
	/** That what replaces the only one was created: it is written down together with the DELETE that it permits. */
	let held: Event | undefined;
	const one = (): Item => {
		const item = changes.item(alone!)!;
		return held === undefined ? item : {...item, ...fold(item, item, held, context.now())};
	};

	const append = async (item: number, ...events: readonly Event[]): Promise<void> => {
		const [first] = events;
		const isCreated = events.length === 1 && first?.kind === 'seen' && first.to === 'created';
		if (alone !== undefined && held === undefined && isCreated) {
			held = first;
			return;
		}

		const earlier = held === undefined ? [] : [held];
		held = undefined;
		await write(item, ...earlier, ...events);
	};

	const failures = new Map<number, Failure>();
	const refused = new Map<number, readonly MemberPath[]>();
	const told = new Map<number, {readonly isOldGone: boolean; readonly isChanged: boolean}>();
	/** What the service changed of those that the operator was asked about. */
	const members = changes
		.items(set, {phases: ['created']})
		.flatMap(({reason}) => reason.flatMap(each => (each.why === 'members' ? each.changed : [])));
	let progress: Progress = {
		total: 0,
		done: 0,
		accepted: 0,
		created: 0,
		failed: 0,
		unknown: 0,
		inFlight: 0,
		waitingUntil: undefined,
	};
	const update = (change: Partial<Progress>) => {
		progress = {...progress, ...change};
		onProgress(progress);
	};

	function* items(query: Omit<ItemQuery, 'after' | 'limit'>): Generator<Item, void, void> {
		if (alone === undefined) {
			yield* pagedItems(page => changes.items(set, {...query, ...page}));
			return;
		}

		const item = one();
		const isWanted = query.phases?.includes(item.phase) !== false;
		const isOfMethod = query.method === undefined || (item.kind === 'delete') === (query.method === 'DELETE');
		if (isWanted && isOfMethod) {
			yield item;
		}
	}

	const counts = (): Counts =>
		alone === undefined ? changes.set(set).counts : countsOf(phase => Number(one().phase === phase));
	/** The number of items that were open when a roll back began. Its progress counts them. */
	let open = 0;
	const progressOf = (now: Counts) => {
		const {done, failed, unknown, created} = now;
		return options.intent === 'roll-back'
			? {total: open, done: open - created - unknown, created: 0, failed: 0, unknown}
			: {total: totalOf(now), done, created, failed, unknown};
	};

	return {
		context,
		set,
		options,
		/** Whether one item is acted on: it is not sent again by itself, and its failure says what to do. */
		isOne: alone !== undefined,
		kind,
		/** The number of POSTs that are sent at once. */
		concurrency: limit ?? limits.POST,
		keeps: new Set(keeps),
		items,
		counts,
		/** Shows what there is to do. The first request of one alone is about to be sent. */
		begin() {
			const now = counts();
			open = now.created + now.unknown;
			update({...progressOf(now), ...(options.planned !== undefined && {unknown: 0})});
		},
		/** Takes over the counts of the ledger. */
		count() {
			const now = counts();
			update({...progressOf(now), accepted: 0});
			return now;
		},
		add(more: Partial<Record<'accepted' | 'created' | 'failed' | 'unknown' | 'inFlight', number>>) {
			const entries = Object.entries(more) as Array<[keyof typeof more, number]>;
			update(Object.fromEntries(entries.map(([name, count]) => [name, progress[name] + count])));
		},
		append,
		/** Writes down what is held back. */
		flush: async () => (held === undefined ? undefined : append(alone!)),
		failures,
		refused,
		/** What the operator had been told of an item before this run. */
		toldOf(item: Item) {
			const known = told.get(item.id) ?? {
				isOldGone: item.reason.some(({why}) => why === 'old-gone'),
				isChanged: item.reason.some(
					each =>
						each.why === 'members' ||
						(each.why === 'choose' && each.as === 'unreadable') ||
						(each.why === 'not-as-confirmed' && each.id === item.newId),
				),
			};
			told.set(item.id, known);
			return {...known, members};
		},
		isStopped: () => context.signal.aborted || pauseControl.signal.aborted,
		/** Takes over what the last listing shows besides, and what it lacks since it was deleted here: another one may get its ID. */
		takeBefore() {
			const {records, complete} = context.lastLook?.()?.listing ?? {records: [], complete: false};
			const known = recordsById(before ?? []);
			const listed = recordsById(records);
			const isLeft = (id: string | undefined) =>
				!complete || id === undefined || listed.has(id) || !changes.isDeletedHere(context.profile, id);
			before = [
				...(before ?? []).filter(record => isLeft(idOfRecord(record))),
				...records.filter(record => !known.has(idOfRecord(record) ?? '')),
			];
		},
		before: () => before ?? [],
		/** Sends requests for items concurrently. Returns the failure that stopped it early. */
		send: async <T>(
			method: Request['method'],
			each: Iterator<T, void>,
			work: (item: T) => Promise<PoolDecision>,
		): Promise<Failure | undefined> =>
			runPool({
				items: each,
				async work(item) {
					const decision = await work(item);
					return decision.kind === 'wait' && alone !== undefined ? {...decision, kind: 'stop'} : decision;
				},
				limit: limit ?? limits[method],
				pauseControl,
				signal: context.signal,
				sleep: context.retry.sleep,
				onWait(milliseconds) {
					const until =
						milliseconds === undefined ? undefined : Math.max(progress.waitingUntil ?? 0, context.now() + milliseconds);
					update({waitingUntil: until});
				},
			}),
		result({failure, problem}: Outcome): Ended {
			const left = [...awaitedPhases, 'created' as const].flatMap(phase => [...items({phases: [phase]}).take(1)])[0];
			return {
				kind: 'ended',
				set: changes.set(set),
				only: alone === undefined ? undefined : one(),
				failure,
				refusal: [...failures.values()].findLast(each => each.kind === 'forbidden'),
				failures,
				refused,
				left,
				problem,
				isProtected: left?.reason.some(({why}) => why === 'protected') === true ? true : undefined,
			};
		},
	};
}

/** Collects the events of one turn of the event loop, and writes them in one transaction. Resolves when they are on disk. */
function createRecorder(
	write: (events: readonly ItemEvent[]) => Promise<void>,
): (item: number, ...events: readonly Event[]) => Promise<void> {
	let collected: ItemEvent[] = [];
	let writing: Promise<void> | undefined;
	return async (item, ...events) => {
		collected.push(...events.map(event => ({item, event})));
		writing ??= (async () => {
			await turn();
			const all = collected;
			collected = [];
			writing = undefined;
			await write(all);
		})();
		return writing;
	};
}

type Outcome = {readonly failure?: Failure | undefined; readonly problem?: string | undefined};

async function finish(run: Run): Promise<Outcome> {
	const {context, options, set, isOne} = run;
	const sent = context.changes.items(set, {phases: ['creating', 'deleting'], limit: 1})[0];
	let problem: string | undefined;
	let failure: Failure | undefined;
	// The first request of one alone was written down together with it.
	if (options.planned !== undefined && sent !== undefined) {
		if (run.isStopped()) {
			await takeUp(run, sent, 'planned');
			return {};
		}

		const method = sent.kind === 'delete' ? 'DELETE' : 'POST';
		// No request was sent before that one.
		failure = await run.send(method, [{...sent, requests: []}].values(), async item =>
			sendNow(run, {
				item,
				method,
				...(method === 'DELETE' && {target: item.snapshot!.id}),
				relies: item.kind === 'create' || item.kind === 'recreate' ? undefined : options.planned!.look,
			}),
		);
		problem = await verify(run, 'finish');
		// What a listing shows did not fail.
		if (run.counts().created > 0) {
			run.failures.delete(sent.id);
		}
	} else {
		problem = await verify(run, 'resume');
		if (options.planned === undefined && run.counts().planned > 0) {
			const refused = await prepareAgain(run);
			if (refused !== undefined) {
				return refused;
			}

			// What exists twice comes before further POSTs.
			if (run.counts().created > 0) {
				({failure} = await deleteOld(run));
				problem = await verify(run, 'finish');
			}
		}
	}

	const isFailed = () => isOne && run.failures.size > 0;
	let left = stepsLeft(run.count());
	let before = Infinity;
	// What is alike something of unknown outcome waits for the next round, and replacements are sent in limited numbers.
	while (left > 0 && left < before && failure === undefined && !run.isStopped() && !isFailed()) {
		before = left;
		run.takeBefore();
		const round = await sendRound(run);
		({failure} = round);
		problem = round.problem ?? (await verify(run, 'finish'));
		left = round.problem === undefined ? stepsLeft(run.count()) : 0;
	}

	const isHeld = run.kind === 'mixed' && failure === undefined && !run.isStopped() && run.counts().planned > 0;
	const held = 'Nothing is deleted until everything else is done: retry what failed, or skip the rest.';
	return {failure, problem: problem ?? (isHeld ? held : undefined)};
}

/** The number of requests still to be sent, if each takes effect. */
const stepsLeft = ({planned, created}: Counts): number => 2 * planned + created;

/** Before what is planned is sent by a later run: what must still be listed is, what is protected by now ends, and what appeared since is not created once more. */
async function prepareAgain(run: Run): Promise<Outcome | undefined> {
	const {context} = run;
	const found = await look(context, 'shown');
	if ('failure' in found) {
		return {failure: found.failure, problem: failureSentence(found.failure)};
	}

	const problem = goneOf(run, found);
	if (problem !== undefined) {
		return {problem};
	}

	const {records} = found.listing;
	const planned = await allInSlices(run.items({phases: ['planned']}));
	const findAlike = await alikeIn(records, inputsOf(planned));
	const sent = await formsSent(run);
	for await (const slice of inSlices(planned)) {
		for (const item of slice.filter(each => !mayHaveEffect(each.requests))) {
			const {kind, snapshot, input, id} = item;
			const why = snapshot === undefined || kind === 'recreate' ? undefined : whyProtected(context, snapshot, records);
			if (item.isRedacted && kind !== 'delete') {
				await run.append(id, {kind: 'seen', reason: [{why: 'has-key'}]});
			} else if (why !== undefined) {
				await run.append(id, {kind: 'seen', to: 'failed', reason: [{why: 'protected', text: why}]});
			} else if (input !== undefined) {
				const appeared = findAlike(input).filter(record => !item.knownIds.includes(record.id));
				const isElsewhere = (other: string) =>
					!sent.has(rewritableForm(input)) && !context.changes.isOfAnother(item, other);
				const same = appeared.find(record => canonicalForm(record) === canonicalForm(input) && isElsewhere(record.id));
				const known = appeared.map(record => record.id);
				if (same !== undefined) {
					const reason: Reason = {why: 'made-elsewhere', id: same.id};
					await run.append(id, {kind: 'seen', to: 'rolled-back', reason: [reason], known});
				} else if (known.length > 0) {
					await run.append(id, {kind: 'seen', known});
				}
			}
		}
	}

	return undefined;
}

/** Why nothing more is deleted: a listing lacks what is to stay. */
function goneOf({keeps}: Run, found: Look): string | undefined {
	const missing = missingOf(keeps, found);
	return missing === undefined ? undefined : `Nothing more was deleted: ${missing}`;
}

/** What POSTs of unknown outcome have sent. */
async function formsSent({items}: Run): Promise<ReadonlySet<string>> {
	const sent = await allInSlices(items({phases: ['creating']}).map(({input}) => rewritableForm(input!)));
	return new Set(sent);
}

const inputsOf = (items: readonly Item[]): readonly NotificationInput[] =>
	items.map(({input}) => input).filter(input => input !== undefined);

/** Sends everything that can be sent before the next listing: creations, then the DELETE of each replaced notification, then the deletions. */
async function sendRound(run: Run): Promise<Outcome> {
	const {kind, send, isStopped} = run;
	let failure = kind === 'delete' || kind === 'park' ? undefined : await sendCreations(run);
	const isEnded = () => failure !== undefined || isStopped();
	if ((kind === 'replace' || kind === 'mixed') && !isEnded()) {
		const deleted = await deleteOld(run);
		({failure} = deleted);
		if (deleted.problem !== undefined) {
			return deleted;
		}
	}

	if (isEnded() || (kind === 'mixed' && (await missesCreations(run)))) {
		return {failure};
	}

	const planned = () => run.items({phases: ['planned'], method: 'DELETE'});
	if (planned().next().done === true) {
		return {failure};
	}

	const current = keepCurrent(run, await lookFirst(run));
	let problem: string | undefined;
	let checked: Look | undefined;
	failure = await send('DELETE', planned(), async item => {
		const found = await current();
		if ('failure' in found) {
			return {kind: 'stop', failure: found.failure};
		}

		problem ??= found === checked ? undefined : goneOf(run, found);
		checked = found;
		return problem !== undefined || (await endUnlessConfirmed(run, item, found))
			? {kind: 'next'}
			: sendItem(run, {item, method: 'DELETE', target: item.snapshot!.id, relies: found});
	});
	await (problem === undefined ? undefined : verify(run, 'finish'));
	return {failure, problem};
}

/** The listing that a round begins with: that of the plan, or one of a moment ago. */
async function lookFirst({context, options: {planned}}: Run): Promise<LookAttempt> {
	const last = context.lastLook?.() ?? planned?.look;
	return look({...context, lastLook: () => last}, 'shown');
}

/** Returns what a listing says, and reads another one once it is too old. */
function keepCurrent({context}: Run, first: LookAttempt): () => Promise<LookAttempt> {
	const {elapsed} = context;
	let reading = (async () => first)();
	let readAt = elapsed.now();
	const renew = async () => {
		const found = await look(context);
		readAt = elapsed.now();
		return found;
	};

	return async () => {
		const last = reading;
		await last;
		if (reading === last && elapsed.between(readAt, elapsed.now()) > roundTime) {
			reading = renew();
		}

		return reading;
	};
}

/** Ends an item whose notification the listing does not show as it was confirmed, or leaves it to listings where an earlier request may have deleted it. Returns whether it did. */
async function endUnlessConfirmed(run: Run, item: Item, found: Look): Promise<boolean> {
	const is = shownAs(found, item.snapshot!);
	if (is === 'as-confirmed') {
		return false;
	}

	if (mayHaveEffect(item.requests) && (is === 'missing' || is === 'partial')) {
		await run.append(item.id, {kind: 'seen', to: 'deleting'});
		run.add({unknown: 1});
		return true;
	}

	const reason: Reason = {why: 'not-as-confirmed', id: item.snapshot!.id, is};
	await run.append(item.id, {kind: 'seen', to: 'failed', reason: [reason]});
	run.add({failed: 1});
	return true;
}

/** Whether a creation or a replacement of a mixed set is not done, so that nothing may be deleted yet. */
async function missesCreations(run: Run): Promise<boolean> {
	await verify(run, 'finish');
	return !run
		.items({phases: ['planned', 'creating', 'created', 'deleting', 'undoing', 'failed', 'unfollowed'], method: 'POST'})
		.next().done;
}

/** How many more notifications may exist twice: as many as are sent at once, or a small part of a large account. */
function roomOf({context, concurrency, kind, items, counts}: Run): number {
	const listed = context.lastLook?.()?.listing.records.length ?? 0;
	const part = kind === 'replace' && counts().done > 0 ? Math.ceil(listed * doubledPart) : 0;
	const isTwice = ({reason}: Item) => reason.every(({why}) => why !== 'old-gone');
	const twice = items({phases: ['created', 'deleting'], method: 'POST'}).filter(item => isTwice(item));
	return Math.max(concurrency, part) - twice.toArray().length;
}

/** Sends the POSTs that are planned, as long as few notifications exist twice. What a listing could not tell apart is sent in turn: the next one once the first is decided. */
async function sendCreations(run: Run): Promise<Failure | undefined> {
	const queues = new Map<string, Item[]>();
	const sent = await formsSent(run);
	const room = roomOf(run);
	let replacements = 0;
	for await (const slice of inSlices(run.items({phases: ['planned'], method: 'POST'}))) {
		for (const item of slice) {
			const form = rewritableForm(item.input!);
			const isFree = item.isRedacted !== true && !sent.has(form);
			replacements += Number(isFree && item.kind === 'replace');
			if (isFree && replacements <= room) {
				const queue = queues.get(form) ?? [];
				queue.push(item);
				queues.set(form, queue);
			}
		}

		if (replacements > room) {
			break;
		}
	}

	const current = replacements > 0 && queues.size > 0 ? keepCurrent(run, await lookFirst(run)) : undefined;
	const queued = [...queues.values()].flatMap(queue => inputsOf(queue));
	let used: {readonly look: Look; readonly alike: Promise<FindAlike>} | undefined;
	/** What appeared in the listing since the plan. */
	const appearedIn = async (found: Look, {input, knownIds}: Item): Promise<string[]> => {
		// Arranged once, for whoever needs it first.
		used = found === used?.look ? used : {look: found, alike: alikeIn(found.listing.records, queued)};
		const findAlike = await used.alike;
		return findAlike(input!)
			.map(({id}) => id)
			.filter(id => !knownIds.includes(id));
	};

	return run.send('POST', queues.values(), async queue => {
		const item = queue[0]!;
		const found = await current?.();
		if (found !== undefined && 'failure' in found) {
			return {kind: 'stop', failure: found.failure};
		}

		if (found !== undefined && item.kind === 'replace' && (await endUnlessConfirmed(run, item, found))) {
			queue.shift();
			return {kind: queue.length > 0 ? 'more' : 'next'};
		}

		const known = found === undefined ? [] : await appearedIn(found, item);
		const decision = await sendItem(run, {item, method: 'POST', relies: found, known});
		const {phase, requests} = run.context.changes.item(item.id)!;
		const isDecided = endedPhases.includes(phase) || requests.at(-1)?.target !== undefined;
		if (isDecided) {
			queue.shift();
		}

		return isDecided && decision.kind === 'next' && queue.length > 0 ? {...decision, kind: 'more'} : decision;
	});
}

/** Deletes the old notification of each replacement whose new one is listed. */
async function deleteOld(run: Run): Promise<Outcome> {
	let last: Look | undefined;
	const problem = await verify(run, 'finish', found => {
		last = found;
	});
	if (problem !== undefined && last === undefined && run.counts().unknown > 0) {
		return {problem};
	}

	if (run.items({phases: ['created']}).next().done === true) {
		return {};
	}

	const {failure, problem: unverified} = await deleteAllowed(
		run,
		last ?? (await look(run.context, 'shown')),
		async found => {
			const created = await allInSlices(run.items({phases: ['created']}));
			const findAlike = await alikeIn(found.listing.records, inputsOf(created));
			return allowedIn(run, created, item => judgeOld(run.context, item, found, findAlike, run.toldOf(item)));
		},
	);
	// Where one DELETE is refused, no more is created beside what stays.
	const refused = [...run.failures.values()].findLast(({kind, method}) => kind === 'forbidden' && method === 'DELETE');
	return {failure: failure ?? (run.counts().planned > 0 ? refused : undefined), problem: unverified};
}

/** What a listing allows to delete, by the item. */
type Allowed = ReadonlyMap<number, {readonly item: Item; readonly target: string}>;

/** Judges items, and records what a listing decides of those whose DELETE it does not allow. `pending`: why others wait. */
async function allowedIn(
	run: Run,
	items: readonly Item[],
	judge: (item: Item) => NextDelete,
): Promise<{readonly allowed: Allowed; readonly wait: number; readonly pending: Judged['pending']}> {
	const allowed = new Map<number, {readonly item: Item; readonly target: string}>();
	const pending = new Map<number, readonly Reason[]>();
	let wait = 0;
	const written: Array<Promise<void>> = [];
	for (const item of items) {
		const judged = judge(item);
		if (judged.send === undefined) {
			const {event} = judged;
			wait = Math.max(wait, judged.wait ?? 0);
			written.push(...(event === undefined || isNothingNew(item, event) ? [] : [run.append(item.id, event)]));
			if (judged.pending !== undefined) {
				pending.set(item.id, judged.pending);
			}
		} else {
			allowed.set(item.id, {item, target: judged.send});
		}
	}

	await Promise.all(written);
	return {allowed, wait, pending};
}

/** Sends the DELETEs that a listing allows. What a later one does not allow any more is left for the next round. */
async function deleteAllowed(
	run: Run,
	first: LookAttempt,
	find: (found: Look) => Promise<{readonly allowed: Allowed}>,
): Promise<Outcome> {
	if ('failure' in first) {
		return couldNotVerify(run, first.failure);
	}

	const judged = find(first);
	const {allowed} = await judged;
	const current = keepCurrent(run, first);
	let used = {look: first, judged};
	const failure = await run.send('DELETE', allowed.keys(), async id => {
		const found = await current();
		if ('failure' in found) {
			return {kind: 'stop', failure: found.failure};
		}

		// Judged once, for whoever needs it first.
		used = found === used.look ? used : {look: found, judged: find(found)};
		const now = await used.judged;
		const one = now.allowed.get(id);
		return one === undefined
			? {kind: 'next'}
			: sendItem(run, {item: one.item, method: 'DELETE', target: one.target, relies: found});
	});
	return {failure};
}

/** Says of half-done replacements that no listing could be read, so that nothing was deleted. */
async function couldNotVerify(run: Run, failure: Failure): Promise<Outcome> {
	const text = failureSentence(failure);
	await Promise.all(
		run
			.items({phases: ['created']})
			.map(async ({id}) => run.append(id, {kind: 'seen', reason: [{why: 'no-listing', text}]})),
	);
	return {failure, problem: text};
}

/** Ends a set as it is: a listing decides the outcome of earlier requests, what is planned is skipped, and new notifications are deleted again. */
async function takeBack(run: Run): Promise<Outcome> {
	const {context, options} = run;
	for await (const slice of inSlices(run.items({phases: ['planned']}))) {
		await Promise.all(
			slice.map(async ({id, requests}) =>
				run.append(
					id,
					mayHaveEffect(requests)
						? {kind: 'seen', to: 'deleting'}
						: {kind: 'seen', to: 'rolled-back', reason: [{why: run.isOne ? 'nothing-sent' : 'skipped'}]},
				),
			),
		);
	}

	let problem = await verify(run, 'roll-back');
	const isNew = ({newId, kind, phase}: Item) =>
		phase === 'created' || (run.isOne && kind !== 'replace' && newId !== undefined);
	const newOnes = () => run.items({phases: ['created', 'creating']}).filter(item => isNew(item));
	if (newOnes().next().done === true) {
		return {problem};
	}

	const judgeNewOnes = async (found: Look) => {
		const left = await allInSlices(newOnes());
		const findAlike = await alikeIn(found.listing.records, inputsOf(left));
		return allowedIn(run, left, item => {
			const next = judgeNew(context, item, found, findAlike, options.chosen);
			// A half-done edit is taken back whatever is protected by now.
			const why =
				next.send === undefined || item.kind === 'replace'
					? undefined
					: whyProtected(context, {id: next.send, input: item.input!}, found.listing.records);
			return why === undefined
				? next
				: {event: {kind: 'seen', reason: [{why: 'protected', id: next.send!, text: why}]}};
		});
	};
	const last = await pollLooks(
		context,
		async () => {
			const found = await look(context);
			return 'failure' in found ? found : {...(await judgeNewOnes(found)), found};
		},
		result => ('wait' in result && result.wait > 0 && result.allowed.size === 0 ? {wait: result.wait} : undefined),
	);
	if (!('failure' in last)) {
		await tellPending(run, last.pending);
	}

	const deleted = await deleteAllowed(run, 'failure' in last ? last : last.found, judgeNewOnes);
	const hasSent = !('failure' in last) && last.allowed.size > 0;
	problem = (hasSent ? await verify(run, 'roll-back') : undefined) ?? deleted.problem;
	return {failure: deleted.failure, problem};
}

/** Records that a request is sent, and sends it. */
async function sendItem(run: Run, sending: Sending): Promise<PoolDecision> {
	const {item, method, target, known = []} = sending;
	const moment = run.context.elapsed.now();
	const appeared: readonly Event[] = known.length === 0 ? [] : [{kind: 'seen', known}];
	await run.append(item.id, ...appeared, {kind: 'sent', method, ...(target !== undefined && {target}), moment});
	return sendNow(run, sending);
}

/** Whether a listing is too old for a request that relies on it, counting the time that the machine slept. */
const isTooOld = ({elapsed, now}: ChangeContext, {startedAt, readAt}: Look): boolean =>
	elapsed.between(startedAt, elapsed.now()) > maxAge || (readAt !== undefined && now() - readAt > maxAge);

/** Records that what is recorded as sent was not sent. */
const takeUp = async ({context, append}: Run, {id}: Item, to: Phase): Promise<void> =>
	append(id, {kind: 'answered', outcome: 'not-sent', moment: context.elapsed.now()}, {kind: 'seen', to});

/** Sends a request that is recorded, and records its answer. */
async function sendNow(run: Run, {item, method, target, relies}: Sending): Promise<PoolDecision> {
	const {context, options, append, failures, refused, add} = run;
	const {elapsed, changes} = context;
	const {id} = item;
	if (relies !== undefined && isTooOld(context, relies)) {
		await takeUp(run, item, method === 'POST' ? 'planned' : phaseBefore(item));
		return {kind: 'next'};
	}

	add({inFlight: 1});
	if (method === 'POST') {
		const input = item.input!;
		const listed = listedRecord(item, changes);
		const formerOf = formerFinder(context, item, run.before());
		const records = run.before();
		context.onStep?.('creating');
		const result = await createNotification(context.connection, input, context.signal, listed);
		if (result.ok) {
			const named = result.value.id;
			const wasListed = named !== undefined && recordsById(records).has(named);
			context.onStep?.('finding', {accepted: {id: named, wasListed}});
			failures.delete(id);
			// A successful response is not proof: a listing ends the item.
			await append(id, {kind: 'answered', outcome: 'ok', named, former: formerOf(named), moment: elapsed.now()});
			const counted = named === undefined ? 'unknown' : 'accepted';
			add({inFlight: -1, [item.kind === 'replace' ? 'created' : counted]: 1});
			return {kind: 'next', verdict: 'effective'};
		}

		context.onStep?.('finding');
		const paths = refusedMembers(result.failure, toSentBody(input, listed));
		if (paths.length > 0) {
			refused.set(id, paths);
		}

		return recordFailure(run, item, 'POST', undefined, result);
	}

	context.onStep?.('deleting', {deletes: {id: target!, isNew: target === item.newId}});
	const result = await deleteNotification(context.connection, target!, context.signal);
	if (result.ok) {
		failures.delete(id);
		await append(id, {kind: 'answered', outcome: 'ok', moment: elapsed.now()});
		// A roll back deletes the new one.
		const created = item.kind === 'replace' && options.intent === 'finish' ? -1 : 0;
		add({inFlight: -1, accepted: 1, created});
		return {kind: 'next', verdict: 'effective'};
	}

	return recordFailure(run, item, 'DELETE', target, result);
}

/** The phase before a DELETE of an item. */
const phaseBefore = ({kind}: Item): Phase =>
	({delete: 'planned', replace: 'created', create: 'creating', recreate: 'creating'} as const)[kind];

/** What a failure means for its item, and for what is sent next. */
type FailureMeaning = {readonly item: 'planned' | 'failed' | 'unknown'; readonly decision: PoolDecision};

function meaningOf(method: Request['method'], failure: Failure): FailureMeaning {
	const {kind, outcome} = failure;
	if (kind === 'unauthorized' || failure.isLasting === true) {
		return {item: 'planned', decision: {kind: 'stop', failure}};
	}

	if (kind === 'forbidden') {
		return {item: 'failed', decision: {kind: 'next', verdict: {refusal: failure}}};
	}

	// It was cancelled before it was sent.
	if (kind === 'cancelled' && outcome === 'not-sent') {
		return {item: 'planned', decision: {kind: 'next'}};
	}

	// A 503 with Retry-After means that the request was not processed (RFC 9110, section 15.6.4); of a POST nothing is believed that could make two.
	const isRefused = method === 'DELETE' && failure.status === 503 && failure.retryAfter !== undefined;
	if (kind === 'rate-limited' || (kind === 'unreachable' && outcome === 'not-sent') || isRefused) {
		return {item: 'planned', decision: {kind: 'wait', failure}};
	}

	// A DELETE that is answered with 404 may have taken effect earlier. After 408 and 409 a POST may have, too.
	const isUnknown =
		outcome === 'unknown' ||
		(method === 'DELETE' && kind === 'not-found') ||
		(method === 'POST' && (failure.status === 408 || failure.status === 409));
	return {item: isUnknown ? 'unknown' : 'failed', decision: {kind: 'next'}};
}

/** Records the answer to a request that failed, and what it means for its item. */
async function recordFailure(
	{context, append, failures, add}: Run,
	item: Item,
	method: Request['method'],
	target: string | undefined,
	{failure}: Extract<Result<unknown>, {readonly ok: false}>,
): Promise<PoolDecision> {
	const {id, kind} = item;
	failures.set(id, failure);
	const meaning = meaningOf(method, failure);
	const earlier = item.requests.filter(
		request => request.method === method && (target === undefined || request.target === target),
	);
	// An earlier request may still take effect.
	const isUnknown = meaning.item === 'unknown' || (meaning.item === 'failed' && mayHaveEffect(earlier));
	const outcome = isUnknown && failure.outcome === 'rejected' ? 'unknown' : failure.outcome;
	const answered: Event = {
		kind: 'answered',
		outcome: method === 'DELETE' && failure.kind === 'not-found' ? failure.outcome : outcome,
		status: failure.status,
		// What may have taken effect is told with what the service said.
		summary: isUnknown ? failureText(failure) : failure.summary,
		moment: context.elapsed.now(),
	};
	const isHalfDone = method === 'DELETE' && kind !== 'delete';
	if (isUnknown) {
		await append(id, answered);
	} else if (isHalfDone) {
		const isOld = target === item.snapshot?.id && kind === 'replace';
		const reason: Reason = {why: 'delete-failed', id: target!, isOld, answer: failureSentence(failure)};
		await append(id, answered, {kind: 'seen', to: phaseBefore(item), reason: [reason]});
	} else {
		const reason: Reason = {why: 'answer', text: failureText(failure)};
		await append(id, answered, {
			kind: 'seen',
			to: meaning.item === 'planned' ? 'planned' : 'failed',
			reason: [reason],
			issues: issuesOf(failure),
		});
	}

	add({inFlight: -1, ...(!isHalfDone && meaning.item !== 'planned' && {[isUnknown ? 'unknown' : 'failed']: 1})});
	return meaning.decision;
}

/** One alone of which nothing was sent ends: its failure says what to do. */
async function endOne({isOne, isStopped, counts, items, append}: Run, failure: Failure | undefined): Promise<void> {
	if (!isOne || (failure === undefined && !isStopped()) || counts().planned === 0) {
		return;
	}

	for (const {id, of, requests, reason} of items({phases: ['planned']})) {
		if (of === 1 && !mayHaveEffect(requests)) {
			await append(id, {kind: 'seen', to: 'failed', reason: reason.length === 0 ? [{why: 'nothing-sent'}] : reason});
		}
	}
}

/** Checks listings over several seconds for all items of unknown outcome, until they are decided or only time can decide them, and records why the others are pending. Returns the reason of one of those. `onLook`: called with the last listing. */
async function verify(
	run: Run,
	intent: Exclude<Intent, 'settle'>,
	onLook?: (found: Look) => void,
): Promise<string | undefined> {
	const {context, items, options, isOne} = run;
	if (run.counts().unknown === 0) {
		return undefined;
	}

	const last = await pollLooks(
		context,
		async () => {
			const attempt = await look(context);
			const failure = 'failure' in attempt ? attempt.failure : undefined;
			const problem = failure && failureSentence(failure);
			const found: Look =
				'failure' in attempt
					? {listing: {records: [], complete: false, reason: problem!}, startedAt: context.elapsed.now()}
					: attempt;
			if (problem === undefined) {
				onLook?.(found);
			}

			const judged = await judgeAll(context, {
				items,
				look: found,
				intent,
				chosen: options.chosen,
				isTold: item => run.toldOf(item).isOldGone,
				// What could not be listed says only why nothing is decided.
				append: problem === undefined ? run.append : async () => undefined,
			});
			return {...judged, problem, isComplete: found.listing.complete};
		},
		({wait, isListed, problem, isComplete}) =>
			wait === undefined || problem !== undefined || (wait === 0 && !isOne && !isComplete)
				? undefined
				: {wait, isListed},
	);
	run.count();
	return (await tellPending(run, last.pending)) ?? last.problem;
}

/** Records why items are pending, where the ledger does not say so yet. Returns the first reason. */
async function tellPending(
	{context: {changes}, append}: Pick<Run, 'append'> & {readonly context: Pick<ChangeContext, 'changes'>},
	pending: Judged['pending'],
): Promise<string | undefined> {
	let first: string | undefined;
	for await (const slice of inSlices(pending)) {
		await Promise.all(
			slice.map(async ([id, reason]) => {
				const item = changes.item(id)!;
				first ??= say({...item, reason});
				const event = {kind: 'seen', reason} as const;
				await (isNothingNew(item, event) ? undefined : append(id, event));
			}),
		);
	}

	return first;
}

/** What a listing left undecided. */
type Judged = {
	/** Milliseconds until a listing can decide the last item; undefined if none waits for one. */
	readonly wait: number | undefined;
	/** Whether one that waits is listed. What is no longer listed needs more time, not more listings. */
	readonly isListed: boolean;
	/** Why items are pending, by item. */
	readonly pending: ReadonlyMap<number, readonly Reason[]>;
};

type JudgeOptions = {
	readonly items: (query: Omit<ItemQuery, 'after' | 'limit'>) => Iterable<Item>;
	readonly look: Look;
	readonly intent: Intent;
	readonly chosen?: string | undefined;
	readonly isTold: (item: Item) => boolean;
	readonly append: (item: number, ...events: readonly Event[]) => Promise<void>;
};

/** Concludes from one listing what requests of unknown outcome did. It sends nothing. */
async function judgeAll(
	context: ChangeContext,
	{items, look: found, intent, chosen, isTold, append}: JudgeOptions,
): Promise<Judged> {
	const pending = new Map<number, readonly Reason[]>();
	let wait: number | undefined;
	let isListed = false;
	const note = async (item: Item, judgement: Judgement) => {
		const {event, pending: reason} = judgement;
		if (reason !== undefined) {
			pending.set(item.id, reason);
		}

		if (judgement.wait !== undefined) {
			wait = Math.max(wait ?? 0, judgement.wait);
			isListed ||= judgement.isListed !== false;
		}

		if (event !== undefined && !isNothingNew(item, event)) {
			await append(item.id, event);
		}
	};

	const half = await allInSlices(items({phases: ['created']}));
	const sent = await allInSlices(items({phases: awaitedPhases}));
	const findAlike = await alikeIn(found.listing.records, inputsOf([...half, ...sent]));
	for await (const slice of inSlices(half)) {
		await Promise.all(slice.map(async item => note(item, judgeLateDelete(context, item, found, findAlike))));
	}

	// One after the other: what one of them has created is not another's.
	for await (const slice of inSlices(sent.filter(({phase}) => phase === 'creating'))) {
		const forms = new Map<string, Promise<void>>();
		for (const item of slice) {
			const form = rewritableForm(item.input!);
			await forms.get(form);
			forms.set(form, note(item, judgeCreation(context, item, found, findAlike, {intent, chosen})));
		}

		await Promise.all(forms.values());
	}

	for await (const slice of inSlices(sent.filter(({phase}) => phase !== 'creating'))) {
		await Promise.all(
			slice.map(async item =>
				note(item, judgeSentDelete(context, item, found, findAlike, {intent, isTold: isTold(item)})),
			),
		);
	}

	return {wait, isListed, pending};
}

/** Whether an event says only what the ledger has. */
function isNothingNew(item: Item, event: Event & {readonly kind: 'seen'}): boolean {
	const {to, newId = item.newId, reason, notes = [], former, known, missingSince, probable} = event;
	return (
		to === undefined &&
		newId === item.newId &&
		notes.length === 0 &&
		former === undefined &&
		known === undefined &&
		probable === undefined &&
		missingSince === undefined &&
		(reason === undefined || JSON.stringify(reason) === JSON.stringify(item.reason))
	);
}

/**
Settles what a listing that the operator did not ask for can decide of a set. It sends nothing.

@returns Milliseconds until a listing can decide more; undefined if none can.
@throws LedgerError
*/
export async function settleSet(context: ChangeContext, set: number, found: Look): Promise<number | undefined> {
	const {changes} = context;
	const append = createRecorder(async events => changes.append(events));
	const {wait, pending} = await judgeAll(context, {
		items: query => pagedItems(page => changes.items(set, {...query, ...page})),
		look: found,
		intent: 'settle',
		isTold: () => false,
		append,
	});
	await tellPending({context, append}, pending);
	return wait;
}

/** Stops following what is open of a set, or an item of it: what was not sent is skipped, and what was sent may still take effect. It sends nothing. */
export async function stopFollowing(context: ChangeContext, set: number, alone?: number): Promise<void> {
	const {changes} = context;
	const open: readonly Phase[] = ['planned', 'creating', 'created', 'deleting', 'undoing'];
	const {size} = changes.set(set);
	const all =
		alone === undefined ? pagedItems(page => changes.items(set, {phases: open, ...page})) : [changes.item(alone)!];
	for await (const slice of inSlices(all)) {
		await changes.append(
			slice
				.filter(({endedAt}) => endedAt === undefined)
				.map(({id, requests}): ItemEvent => ({
					item: id,
					event: mayHaveEffect(requests)
						? {kind: 'decided', how: 'stop'}
						: {kind: 'seen', to: 'rolled-back', reason: [{why: size === 1 ? 'nothing-sent' : 'skipped'}]},
				})),
		);
	}
}
