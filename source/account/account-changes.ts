import {setImmediate as turn} from 'node:timers/promises';
import type {Connection} from '../service/connection.ts';
import {collectValues} from '../notification/suggest.ts';
import type {Notification, NotificationInput} from '../notification/notification.ts';
import type {ChangeContext, Look, OnStep} from '../changes/context.ts';
import type {Ask, Impossible, PlanOptions, Refusal} from '../changes/plan.ts';
import {awaitTurn, createPauseControl, type PauseControl} from '../changes/pool.ts';
import type {Ended, Progress} from '../changes/run.ts';
import type {RecreationSurvey, Undo, UndoScope} from '../changes/undo.ts';
import {rewritableForm} from '../notification/equivalence.ts';
import {countTexts, pendingText} from '../notification/operation-texts.ts';
import type {MemberPath} from '../notification/undocumented.ts';
import {numberText} from '../platform/text.ts';
import {createGuards} from '../query/rules.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import type {ItemEvent} from '../ledger/changes.ts';
import {bestEffort, BoardNeededError, LedgerError, PendingChangeError, problemText} from '../ledger/ledger-error.ts';
import {endedPhases, isAccepted, numberOf, type Item, type NotificationSnapshot, totalOf} from '../ledger/item.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {recordsOf} from './listing-state.ts';
import type {ListingStore} from './listing-store.ts';
import {rulesProblemText, type RuleStore} from './settings.ts';
import type {Settlement} from './settle-pending.ts';
import {discardSentDrafts} from './drafts.ts';
import type {TeamHandle} from './team/team.ts';

export {createPauseControl, type PauseControl};
export type {Ended, Progress, Refusal, Impossible};

/** What is to be changed, one notification or many. `of`: the listed notification; for `recreate`, what was deleted, by the item `undoes`. `pause`: it is parked, or what is parked with this content is created again. */
export type AccountAsk = {readonly place?: string | undefined} & (
	| {readonly kind: 'create'; readonly input: NotificationInput; readonly pause?: 'resume' | undefined}
	| {readonly kind: 'replace'; readonly of: Notification; readonly input: NotificationInput}
	| {readonly kind: 'delete'; readonly of: Notification; readonly pause?: 'park' | undefined}
	| {
			readonly kind: 'recreate';
			readonly of: NotificationSnapshot;
			readonly input: NotificationInput;
			readonly undoes: number;
	  }
);

/** The options of every change. */
export type RunChangeOptions = {
	/** Fires when the operator stops waiting. */
	readonly signal: AbortSignal;
	/** Pauses and stops the requests. */
	readonly pauseControl?: PauseControl | undefined;
	/** Called on every change of the progress. */
	readonly onProgress?: ((progress: Progress) => void) | undefined;
	/** Called when a step begins. */
	readonly onStep?: OnStep | undefined;
	/** The number of concurrent requests; by default 8 DELETEs and 4 POSTs. */
	readonly concurrency?: number | undefined;
	/** Whether listings are repeated only where a second one decides at once. */
	readonly isUnwaited?: boolean | undefined;
	/** Whether the operator decided that protected notifications may be deleted or replaced. */
	readonly isUnprotected?: boolean | undefined;
};

/** The options of a new change. */
export type NewChangeOptions = RunChangeOptions &
	Pick<PlanOptions, 'isAllOrNothing' | 'isUnchecked' | 'keeps' | 'whyChanged'> & {
		/** The IDs of duplicates that the operator has seen and accepts, or `all`. */
		readonly accepted?: readonly string[] | 'all' | undefined;
		/** The listing that showed the operator what is to be deleted. If it is older than ten seconds by then, the account is listed again. */
		readonly shown?: Look | undefined;
		/** The stored draft to discard once it was sent. */
		readonly draftId?: number | undefined;
	};

/** The options for continuing a change. `chosen`: the notification that the operator names as the new one. */
export type ContinueOptions = RunChangeOptions & {readonly chosen?: string | undefined};

/** A change, or one of its items (its ID). */
export type ChangeRef = UndoScope;

/** How a change went: what became of it, or why nothing was sent. */
export type Outcome = Ended | Refusal;

/** The account that changes are made to. */
export type ChangeAccount = {
	readonly profileKey: string;
	readonly connection: Connection;
	/** The reason why nothing can be changed (`readOnlyReason`). */
	readonly readOnly: string | undefined;
	readonly listing: ListingStore;
	/** Opens the ledger for one change. Its writes stop waiting when the signal fires. */
	readonly openLedger: (signal?: AbortSignal) => Promise<AwaitedLedger>;
	/** The team that shares the account, if one does. */
	readonly team?: TeamHandle | undefined;
	/** The rules of config.yaml for the changes of the account. */
	readonly rules: Pick<RuleStore, 'load'>;
	readonly createContext: (ledger: AwaitedLedger, signal: AbortSignal) => ChangeContext;
	/** The sets that a session of this process is changing: it is one process for the ledger, but each session has its own claims. */
	readonly held: Set<number>;
	/** Called when a change has ended. */
	readonly onEnd: () => void;
};

/** Makes changes to an account: see `createAccountChanges`. */
export type AccountChanges = ReturnType<typeof createAccountChanges>;

/** The result if nothing can be done. */
const impossible = (reason: string, more?: Omit<Impossible, 'kind' | 'reason'>): Impossible => ({
	kind: 'impossible',
	reason,
	...more,
});

const otherAccount = impossible(
	'Nothing was sent: this change belongs to another account. Enter the API key of that account to continue.',
);

/** The number of connections that are opened while a change of several begins: as many as it creates notifications at once, unless another number is given. */
const connectionsAhead = 4;

/** Creates the changes of an account, for screens and commands. Every method refuses on a read-only profile, turns errors of the ledger into results, and afterwards updates the listing and releases its claims. */
export function createAccountChanges({
	profileKey,
	connection,
	readOnly,
	listing,
	openLedger,
	team,
	rules,
	createContext,
	held,
	onEnd,
}: ChangeAccount) {
	/** The number of changes in progress, which evaluate listings themselves. */
	let running = 0;
	/** Resolves when pending changes are settled. */
	let settling: Promise<unknown> = Promise.resolve();
	const engine = async () => import('../changes/index.ts');

	type Work<T> = (account: {readonly ledger: AwaitedLedger; readonly context: ChangeContext}) => Promise<T>;

	/** Does one thing at a time with what a change needs. What takes back, finishes or ends an earlier one is stopped by no policy, and by no rule that cannot be read (`isNew`). */
	const perform = async <T>(
		{signal, onStep, isUnprotected = false, isUnwaited, pauseControl}: RunChangeOptions,
		{
			isNew = false,
			shown,
			needsNoWait = false,
		}: {
			readonly isNew?: boolean;
			readonly shown?: Look | undefined;
			readonly needsNoWait?: boolean;
		},
		work: Work<T>,
	): Promise<T | Impossible> => {
		if (readOnly !== undefined) {
			return impossible(`Nothing was sent. ${readOnly}`);
		}

		let tracked: ReturnType<typeof trackSet> | undefined;
		let latest = shown;
		running++;
		try {
			await settling;
			const current = await rules.load();
			const [problem] = isNew ? current.problems : [];
			// It might protect what is about to change.
			if (problem !== undefined) {
				return impossible(sanitise(`Nothing was sent. ${rulesProblemText(problem)}`), {cause: 'rules'});
			}

			const opened = await openLedger(signal);
			if (opened.problem !== undefined) {
				return impossible(problemText(opened.problem, 'Nothing was sent'));
			}

			tracked = trackSet((await team?.guard(opened, () => latest?.startedAt)) ?? opened, held);
			const context: ChangeContext = {
				...createContext(tracked.ledger, signal),
				onStep,
				isUnwaited,
				guards: createGuards(current, {isUnprotected, hasPolicies: isNew}),
				lastLook: () => latest,
				onLook(found) {
					latest = found;
				},
			};
			const stop = pauseControl === undefined ? signal : AbortSignal.any([signal, pauseControl.signal]);
			const early = needsNoWait ? undefined : await awaitTurn({...context, signal: stop});
			return early ?? (await work({ledger: tracked.ledger, context}));
		} catch (error) {
			if (!(error instanceof LedgerError)) {
				throw error;
			}

			if (tracked?.hasSent() === true) {
				return stoppedBy(error, tracked);
			}

			return impossible(`Nothing was sent. ${error.message}`, {
				...(error instanceof PendingChangeError && {isPending: true}),
				...(error instanceof BoardNeededError && {cause: 'board'}),
			});
		} finally {
			running--;
			await tracked?.release();
			onEnd();
		}
	};

	/** Updates the listing, drafts and learned values after a run. */
	const conclude = async ({ledger, context}: Parameters<Work<unknown>>[0], ended: Ended, draftId?: number) => {
		const {set, only} = ended;
		const {planned, failed} = set.counts;
		const isEffective = totalOf(set.counts) > planned + failed;
		await bestEffort(async () => {
			const {inputs, isSent} = sentOf(ledger, ended);
			if (inputs.length > 0) {
				await ledger.learned.write(profileKey, collectValues(inputs));
			}

			if (isSent && draftId !== undefined) {
				await ledger.drafts.discard(draftId);
			} else if (isSent) {
				await discardSentDrafts(ledger, profileKey);
			}
		});
		// In a large account the verdict, and then showing and drawing the listing, each take as long as a key may wait.
		await turn();
		if (isEffective || only?.former !== undefined) {
			const last = context.lastLook?.();
			const {isAfterRequests} = await engine();
			const sent = only?.requests.at(-1)?.moment;
			const isAfter =
				last?.listing.complete === true &&
				(sent === undefined
					? isAfterRequests(context, last)
					: sent.era === last.startedAt.era && sent.at <= last.startedAt.at);
			listing.applyLocalChange(ledger.changes.changedIds(set.id), isAfter ? last : undefined);
			if (!isAfter) {
				listing.refresh();
			}
		}

		return ended;
	};

	const openAhead = async (concurrency: number | undefined) => {
		const http = await import('../service/http.ts');
		// One more for the listing.
		http.openAhead(connection.baseUrl, Math.min(concurrency ?? connectionsAhead, connectionsAhead) + 1);
	};

	const runOptions = ({
		pauseControl = createPauseControl(),
		onProgress = () => undefined,
		concurrency: limit,
	}: RunChangeOptions) => ({pauseControl, onProgress, limit});

	const runAgain = async (
		context: ChangeContext,
		ref: ChangeRef,
		intent: 'finish' | 'roll-back',
		options: ContinueOptions,
	) => {
		const {set, item} = ref;
		const {runSet, refuseChosen} = await engine();
		const {chosen} = options;
		if (chosen !== undefined) {
			const only = itemOf(context.changes, ref);
			const refused =
				only === undefined
					? impossible('Nothing was sent: the new one is named of one item at a time.', {cause: 'chosen'})
					: await refuseChosen(context, only, chosen);
			if (refused !== undefined) {
				return refused;
			}
		}

		return runSet(context, set, {...runOptions(options), intent, item, chosen});
	};

	/** Plans a set and runs it. `asks`: what is asked, or why nothing is. */
	const planAndRun = async (
		options: NewChangeOptions,
		isNew: boolean,
		find: Work<{readonly asks: Iterable<Ask>; readonly given?: Look | undefined} | Refusal>,
	) =>
		perform(options, {isNew, shown: options.shown}, async account => {
			const {context} = account;
			const found = await find(account);
			if ('kind' in found) {
				return found;
			}

			const {plan, runPlanned} = await engine();
			const {accepted = []} = options;
			const planned = await plan(context, found.asks, {
				...options,
				given: found.given,
				accepted: accepted === 'all' ? 'all' : new Set(accepted),
			});
			if (planned.kind !== 'planned') {
				return planned;
			}

			if (planned.items.length > 1) {
				await openAhead(options.concurrency);
			}

			return conclude(account, await runPlanned(context, planned, runOptions(options)), options.draftId);
		});

	/** Continues a set, or an item of it, after claiming it. */
	const continueWith = async (
		{set}: ChangeRef,
		options: RunChangeOptions,
		needsNoWait: boolean,
		work: Work<Ended | Impossible>,
	) =>
		perform(options, {needsNoWait}, async account => {
			const {changes} = account.ledger;
			// The API key may have been replaced by that of another account while it was displayed.
			if (changes.set(set).profile !== hideSecrets(profileKey)) {
				return otherAccount;
			}

			if (!(await changes.claim(set))) {
				return impossible('Another chainbell is working on it, or it has finished.');
			}

			const result = await work(account);
			return result.kind === 'ended' ? conclude(account, result) : result;
		});

	/** The listing at hand. Only a complete one of this run that is not older than the last change proves that a notification is absent. */
	const listed = () => {
		const {listing: state, isOutdated = false} = listing.get();
		return {
			records: recordsOf(state),
			isComplete: state.state === 'ready' && state.value.complete && !isOutdated,
		};
	};

	return {
		/** Makes ready what a change needs, while its question is read or its listing arrives: the code and connections. Sends nothing. */
		prepare() {
			if (readOnly === undefined) {
				// What cannot be made ready is done by the change itself, which says what is wrong.
				Promise.all([openAhead(1), engine()]).catch(() => undefined);
			}
		},
		/** Makes a change of one notification or many, of any kind: all of it is written down before its first request. The asks are taken one by one, so that they can be made when they are needed. */
		run: async (asks: Iterable<AccountAsk>, options: NewChangeOptions): Promise<Outcome> =>
			planAndRun(options, true, async ({ledger: {sent, changes}}) => {
				const {takeSnapshot} = await engine();
				let parked: Map<string, Item[]> | undefined;
				const toAsk = (ask: AccountAsk): Ask => {
					if (ask.kind === 'replace' || ask.kind === 'delete') {
						const park = ask.kind === 'delete' && ask.pause === 'park' ? true : undefined;
						return {...ask, of: takeSnapshot(ask.of, sent.get(profileKey, ask.of.id)), park};
					}

					if (ask.kind === 'recreate' || ask.pause === undefined) {
						return ask;
					}

					parked ??= Map.groupBy(changes.parked(profileKey), item => rewritableForm(item.snapshot!.input));
					const item = parked.get(rewritableForm(ask.input))?.shift();
					if (item === undefined) {
						throw new LedgerError(`${sanitise(ask.place ?? 'It')} is not parked any more. Plan again.`);
					}

					return {...ask, kind: 'recreate', of: item.snapshot!, undoes: item.id, isUndo: false, park: true};
				};

				return {asks: Iterator.from(asks).map(ask => toAsk(ask))};
			}),
		/** Undoes a change as it was announced. A new listing must lead to the same; what it does not is left out. `chosen`: the ID that the operator typed, see `mustName`. */
		undo: async (undo: Undo, {chosen, ...options}: NewChangeOptions & ContinueOptions): Promise<Outcome> =>
			planAndRun({...options, ...(undo.only === undefined && {accepted: 'all'})}, false, async account => {
				const {ledger, context} = account;
				if (ledger.changes.set(undo.scope.set).profile !== hideSecrets(profileKey)) {
					return otherAccount;
				}

				if (undo.isPending === true) {
					return impossible(`Nothing was sent. ${pendingText}`, {isPending: true});
				}

				const {asksOfUndo, look, refusedBefore} = await engine();
				context.onStep?.('checking');
				const given = await look(context);
				if ('failure' in given) {
					const {failure} = given;
					const reason = `Nothing was sent: the notifications could not be listed first. ${failure.summary}`;
					return refusedBefore(context, failure, true) ?? impossible(reason);
				}

				const {records, complete: isComplete} = given.listing;
				const {asks, reason} = await asksOfUndo(
					ledger.changes,
					id => ledger.sent.get(profileKey, id),
					{...undo, chosen},
					{records, isComplete},
					context.guards,
				);
				const why = reason ?? undo.reason ?? 'It is undone already, or what it made was changed or deleted since.';
				return asks.length === 0 ? impossible(`Nothing was sent. ${why}`) : {asks, given};
			}),
		/** Continues a change, or one of its items, to its end. A POST that was sent is never sent again. */
		finish: async (ref: ChangeRef, options: ContinueOptions) =>
			continueWith(ref, options, false, async ({context, ledger: {changes}}) => {
				const item = ref.item === undefined ? undefined : changes.item(ref.item);
				// What is planned is sent with its set, in whose order deletions come last.
				if (item?.phase === 'planned' && item.of > 1) {
					return impossible(
						`Nothing was sent: item ${numberOf(item)} was not sent yet. Finish change ${item.set} to send the rest.`,
					);
				}

				return runAgain(context, ref, 'finish', options);
			}),
		/** Takes back what is open of a change, or of one of its items: what was not sent is skipped, and what was created beside what it replaces is deleted again. Of one alone, so is what it created. */
		rollBack: async (ref: ChangeRef, options: ContinueOptions) =>
			// What is only skipped needs no turn.
			continueWith(ref, options, ref.item === undefined, async ({context}) =>
				runAgain(context, ref, 'roll-back', options),
			),
		/** Stops following what is open of a change, or one of its items. Requests that were sent may still take effect. */
		stop: async (ref: ChangeRef, options: RunChangeOptions) =>
			continueWith(ref, options, true, async ({context, ledger: {changes}}) => {
				const {stopFollowing} = await engine();
				const {set, item} = ref;
				await stopFollowing(context, set, item);
				const only = itemOf(changes, ref);
				return {kind: 'ended', set: changes.set(set), only, failures: new Map(), refused: new Map()};
			}),
		/** Sends the failed items of a change again; of a POST that may have had an effect, listings are searched again. `without`: members that the service refused, by item; then only these are. */
		retry: async (
			{set}: ChangeRef,
			{
				without,
				...options
			}: RunChangeOptions & {readonly without?: ReadonlyMap<number, readonly MemberPath[]> | undefined},
		): Promise<Outcome> =>
			continueWith({set}, options, false, async ({context, ledger: {changes}}) => {
				await changes.append(
					changes
						.items(set, {phases: ['failed']})
						.filter(({id}) => without?.has(id) ?? true)
						.flatMap(({id, kind, without: known = []}): ItemEvent[] => [
							{
								item: id,
								event: {kind: 'decided', how: 'retry', without: without && [...known, ...without.get(id)!]},
							},
							...(kind === 'delete' ? [{item: id, event: {kind: 'seen', to: 'planned'}} as const] : []),
						]),
				);
				return runAgain(context, {set}, 'finish', options);
			}),
		/** Lets go what is parked, by the items that parked it: only the history has it then. Sends nothing. Returns why it did not, if so. */
		unpark: async (items: readonly number[]): Promise<Impossible | undefined> =>
			perform({signal: new AbortController().signal}, {needsNoWait: true}, async ({ledger: {changes}}) => {
				for (const item of items) {
					await changes.revise(item, {kind: 'decided', how: 'unpark'});
				}

				return undefined;
			}),
		/** Determines what undoing a change would do, compared with the listing at hand. */
		async surveyUndo(
			scope: UndoScope,
			{isUnprotected = false}: Pick<RunChangeOptions, 'isUnprotected'> = {},
		): Promise<Undo> {
			const [{changes}, {surveyUndo}, current] = await Promise.all([openLedger(), engine(), rules.load()]);
			return surveyUndo(changes, scope, listed(), createGuards(current, {isUnprotected, hasPolicies: false}));
		},
		/** Finds the last change that can be undone, or with `isRedo` the last undo, compared with the listing at hand. */
		async findUndo(isRedo = false): Promise<UndoScope | undefined> {
			const [{changes}, {findUndo}] = await Promise.all([openLedger(), engine()]);
			return findUndo(changes, profileKey, listed(), isRedo);
		},
		/** Determines how much of these notifications could be recreated if they were deleted. */
		async surveyDelete(targets: readonly Notification[]): Promise<RecreationSurvey> {
			const [{sent}, {surveyRecreation, takeSnapshot}] = await Promise.all([openLedger(), engine()]);
			return surveyRecreation(
				targets.values().map(target => ({snapshot: takeSnapshot(target, sent.get(profileKey, target.id))})),
			);
		},
		/** Whether a change is being made. */
		isRunning: () => running > 0,
		/** Settles pending changes with a listing, while no change is being made. */
		async settle(look: Look): Promise<Settlement | undefined> {
			if (readOnly !== undefined) {
				return {settled: [], wait: undefined};
			}

			if (running > 0) {
				return undefined;
			}

			const settled = settling.then(async () => {
				const opened = await openLedger();
				if (opened.problem !== undefined) {
					return {settled: [], wait: undefined};
				}

				const {ledger} = trackSet(opened, held);
				const {settlePending} = await import('./settle-pending.ts');
				return settlePending(ledger, createContext(ledger, new AbortController().signal), look);
			});
			settling = Promise.allSettled([settled]);
			return settled;
		},
	};
}

/** What a run has sent or may have sent, for suggestions. `isSent`: the service took it, so that its draft is not needed any more. */
function sentOf({changes}: AwaitedLedger, {set, only}: Ended) {
	const items = only === undefined ? changes.items(set.id, {method: 'POST', limit: 1000}) : [only];
	const sent = items.filter(
		({phase, requests}) => phase === 'done' || (!endedPhases.includes(phase) && requests.length > 0),
	);
	const isSent = sent.some(item => item.phase === 'done' || isAccepted(item));
	return {inputs: sent.map(({input}) => input).filter(input => input !== undefined), isSent};
}

/** The item that a change is about, if it is one alone. */
export function itemOf(changes: AwaitedLedger['changes'], {set, item}: ChangeRef): Item | undefined {
	if (item !== undefined) {
		return changes.item(item);
	}

	return changes.set(set).size === 1 ? changes.items(set)[0] : undefined;
}

/** Notes which set a change has begun or claimed, for when the ledger fails in the middle of it, and whether anything was sent. `held`: see `ChangeAccount`. */
function trackSet(opened: AwaitedLedger, held: Set<number>) {
	const {changes} = opened;
	let current: number | undefined;
	let hasSent = false;
	const hold = (set: number) => {
		held.add(set);
		current = set;
	};

	const release = async (set: number) => {
		held.delete(set);
		await changes.release(set);
	};

	const tracked: AwaitedLedger['changes'] = {
		...changes,
		async begin(...given) {
			const set = await changes.begin(...given);
			hold(set.id);
			hasSent ||= given[2] !== undefined;
			return set;
		},
		async open(given) {
			const set = await changes.open(given);
			hold(set);
			return set;
		},
		async claim(set) {
			const isClaimed = !held.has(set) && (await changes.claim(set));
			if (isClaimed) {
				hold(set);
			}

			return isClaimed;
		},
		release,
		async append(events) {
			await changes.append(events);
			hasSent ||= events.some(({event}) => event.kind === 'sent');
		},
	};
	return {
		ledger: {...opened, changes: tracked},
		hasSent: () => hasSent,
		current: () => current,
		async release() {
			await bestEffort(async () => current !== undefined && release(current));
		},
	};
}

/** The result if the ledger failed after something was sent: what was done by then, as far as it is recorded. */
function stoppedBy({message}: LedgerError, {current, ledger: {changes}}: ReturnType<typeof trackSet>): Impossible {
	const set = current()!;
	let done = '';
	try {
		const {counts} = changes.set(set);
		const told = countTexts({...counts, done: 0});
		const rest = told.length === 0 ? '' : ` (${told.join(', ')})`;
		done = ` Of change ${set}, ${numberText(counts.done)} of ${numberText(totalOf(counts))} are done${rest}.`;
	} catch {
		// It cannot be read either.
	}

	return impossible(`${message} Nothing more was sent.${done}`, {cause: 'stopped', pending: String(set)});
}
