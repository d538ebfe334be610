import {type Failure, failureSentence} from '../service/failure.ts';
import {duplicateForm, rewritableForm} from '../notification/equivalence.ts';
import type {ListedRecord, Notification, NotificationInput} from '../notification/notification.ts';
import {asListed, contentFields, textsOf} from '../notification/spec.ts';
import {inSlices} from '../platform/time-slices.ts';
import {numberText} from '../platform/text.ts';
import {recordsById} from '../query/changes.ts';
import {brokenText, leftOutText, refusingPolicy} from '../query/rules.ts';
import {numberOf, type Item, type NewItem, type NotificationSnapshot} from '../ledger/item.ts';
import {isStoredRedacted} from '../ledger/stored-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {holdsSecret} from '../terminal/secrets.ts';
import {alikeIn} from './alike.ts';
import {unknownPriorId, type ChangeContext, type Look} from './context.ts';
import {shownText} from './say.ts';
import {judgeBehind, look, pollLooks, shownAs, type Behind, type LookAttempt} from './look.ts';

/** What is to be changed. `of`: what is replaced or deleted, or was deleted and is created again. `place`: its position in the input of the command. `undoes`: the item that it undoes. `park`: it is kept to be created again, or that is done. */
export type Ask = {
	readonly place?: string | undefined;
	readonly undoes?: number | undefined;
	readonly isUndo?: false | undefined;
	readonly park?: true | undefined;
} & (
	| {readonly kind: 'create'; readonly of?: undefined; readonly input: NotificationInput}
	| {readonly kind: 'replace' | 'recreate'; readonly of: NotificationSnapshot; readonly input: NotificationInput}
	| {readonly kind: 'delete'; readonly of: NotificationSnapshot; readonly input?: undefined}
);

/** Nothing was sent, because a listing before it failed or the operator stopped waiting. */
export type Refused = {readonly kind: 'refused'; readonly failure: Failure};

/** Nothing was sent; `reason` is one or more sentences, safe to show. `isPending`: the reason is a pending change, which has to be finished or rolled back first. `cause`: the rule of config.yaml that is the reason: `protect`, a policy, or one that cannot be used; or a listing that may be behind; `board`: the team's board is needed and cannot be used; `stopped`: something was sent, and then the ledger did not take the rest. `pending`: the number of the change that this stopped. */
export type Impossible = {
	readonly kind: 'impossible';
	readonly reason: string;
	readonly isPending?: true;
	readonly cause?: 'protected' | 'policy' | 'rules' | 'behind' | 'board' | 'stopped' | 'chosen';
	readonly pending?: string | undefined;
};

/** What is to be created and exists already, or occurs twice. */
export type Duplicate = {
	/** Its index among what is asked, from 0. */
	readonly index: number;
	/** The identical notifications that are listed. */
	readonly same: readonly Notification[];
	/** The index of an identical one that is asked before it. */
	readonly earlier: number | undefined;
};

/** Why nothing was planned. `unchecked`: duplicates could not be ruled out, because the listing failed (`failure`) or is partial or, if `isPending`, the same may have been created before. Sanitise its `reason` before showing it. */
export type Refusal =
	| Refused
	| Impossible
	| {readonly kind: 'duplicates'; readonly duplicates: readonly Duplicate[]}
	| {
			readonly kind: 'unchecked';
			readonly reason: string;
			readonly isPending?: true;
			readonly failure?: Failure;
	  };

/** A set that can be written down, and the listing that it was planned from. `skipped`: what is left out, in sentences that are safe to show. */
export type Planned = {
	readonly kind: 'planned';
	readonly items: readonly NewItem[];
	readonly look: Look | undefined;
	readonly keeps: readonly string[];
	readonly skipped: readonly string[];
	readonly isRepeated: boolean;
};

export type PlanOptions = {
	/** The IDs of duplicates that the operator has seen and accepts, or `all`. */
	readonly accepted?: ReadonlySet<string> | 'all';
	/** Whether to create even if duplicates cannot be ruled out. */
	readonly isUnchecked?: boolean;
	/** IDs that must still be listed whenever something is deleted. */
	readonly keeps?: ReadonlySet<string> | undefined;
	/** The listing to plan from; by default the account is listed, unless it was listed a moment ago. */
	readonly given?: Look | undefined;
	/** Says why the set no longer fits the listing; undefined if it does. */
	readonly whyChanged?: ((records: readonly ListedRecord[]) => string | undefined) | undefined;
	/** Whether a protected notification refuses the whole set. Otherwise it is left out. */
	readonly isAllOrNothing?: boolean;
};

/** A result that says why nothing was sent. */
export const impossible = (reason: string): Impossible => ({kind: 'impossible', reason: `Nothing was sent: ${reason}`});

/**
Plans a set, one or many, of any kind. A listing shows which duplicates exist, that what is replaced or deleted is there as it was confirmed, and which notifications are not new. It writes nothing.

@param context - The account.
@param given - What is to be changed.
@param options - What the operator accepts.
@throws LedgerError
*/
export async function plan(
	context: ChangeContext,
	given: Iterable<Ask>,
	options: PlanOptions = {},
): Promise<Planned | Refusal> {
	const {accepted = new Set<string>(), isUnchecked = false, keeps = new Set<string>()} = options;
	const asks: Ask[] = [];
	for await (const slice of inSlices(given)) {
		const withKey = slice.findIndex(ask => isUnsendable(ask, asks.length + slice.length));
		if (withKey !== -1) {
			return keyRefusal(slice[withKey]!, asks.length + withKey, asks.length + slice.length);
		}

		asks.push(...slice);
	}

	context.onStep?.('checking');
	const {attempt: before, behind} = await lookBefore(context, asks, options);
	if (behind !== undefined && !isUnchecked) {
		return {...impossible(`${behind.why} ${behind.advice}`), cause: 'behind'};
	}

	if ('failure' in before || !before.listing.complete) {
		const refusal = withoutComplete(context, asks, before, isUnchecked);
		if (refusal !== undefined) {
			return refusal;
		}
	}

	const found = 'failure' in before ? undefined : before;
	const records = found?.listing.records ?? [];
	const duplicates = accepted === 'all' ? [] : await findDuplicates(asks, records, accepted);
	if (duplicates.length > 0) {
		return {kind: 'duplicates', duplicates};
	}

	const why = options.whyChanged?.(records) ?? whyNoneFits(asks, found) ?? missingOf(keeps, found);
	if (why !== undefined) {
		return impossible(why);
	}

	const guarded = keepRules(context, asks, records, options.isAllOrNothing === true);
	if (guarded.kind !== 'left') {
		return guarded;
	}

	const awaited = isUnchecked ? undefined : awaitedRefusal(context, guarded.left);
	if (awaited !== undefined) {
		return awaited;
	}

	const isComplete = found?.listing.complete === true;
	// A notification that was displayed before is not new, even if this listing lacks it.
	const known = isComplete ? records : [...records, ...(context.listed?.() ?? [])];
	const findAlike = await alikeIn(known, inputsOf(guarded.left), rewritableForm);
	return {
		kind: 'planned',
		look: found,
		keeps: [...keeps],
		skipped: guarded.skipped,
		isRepeated: isUnchecked || accepted === 'all',
		items: guarded.left.map(({kind, of: snapshot, input, place, undoes, isUndo, park}) => ({
			kind,
			input,
			snapshot,
			place,
			undoes,
			isUndo,
			park,
			knownIds:
				input === undefined
					? []
					: // Without a complete listing before it, none can tell later which notification is new.
						[...new Set(findAlike(input).map(({id}) => id)), ...(isComplete ? [] : [unknownPriorId])],
		})),
	};
}

/** Whether an ask contains the API key, which is never stored: in a field of interface.md, or anywhere if it is one of several, because it might have to be sent again. */
function isUnsendable({kind, of, input, undoes}: Ask, count: number): boolean {
	// What an undo sends has been sent before.
	const isDocumented =
		input !== undefined &&
		undoes === undefined &&
		contentFields.some(row => textsOf(input, row).some(text => holdsSecret(text)));
	return isDocumented || (count > 1 && kind !== 'delete' && isStoredRedacted({of, input}));
}

/** How one of several asks is called. */
const nameOf = ({place, of}: Ask, index: number): string => sanitise(place ?? of?.id ?? `number ${index + 1}`);

const keyRefusal = (ask: Ask, index: number, count: number): Impossible =>
	count === 1
		? impossible('it contains the API key, or [API key] in its place. Take it out.')
		: impossible(
				`${nameOf(ask, index)} contains the API key, which is never stored, so it cannot be sent with others. Send it alone.`,
			);

/** Looks before something is planned; again for some seconds if what is listed may be behind. */
async function lookBefore(
	context: ChangeContext,
	asks: readonly Ask[],
	{given}: PlanOptions,
): Promise<{readonly attempt: LookAttempt; readonly behind: Behind | undefined}> {
	const judged = async (attempt: LookAttempt) => ({
		attempt,
		behind: 'failure' in attempt ? undefined : await judgeBehind(context, attempt),
	});
	if (given !== undefined) {
		return judged(given);
	}

	const kinds = new Set(asks.map(({kind}) => kind));
	const [kind] = kinds;
	const serving = {create: 'displayed', delete: 'shown', replace: undefined, recreate: undefined} as const;
	const recent = kinds.size === 1 ? serving[kind!] : undefined;
	let isFirst = true;
	return pollLooks(
		context,
		async () => {
			const attempt = await look(context, isFirst ? recent : undefined);
			isFirst = false;
			return judged(attempt);
		},
		({behind}) => behind,
	);
}

/** Why nothing can be planned without a complete listing; undefined if it can. */
function withoutComplete(
	context: ChangeContext,
	asks: readonly Ask[],
	attempt: LookAttempt,
	isUnchecked: boolean,
): Refusal | undefined {
	const isCreation = asks.every(({kind}) => kind === 'create' || kind === 'recreate');
	const isDeletion = asks.every(({kind}) => kind === 'delete');
	if ('failure' in attempt) {
		const {failure} = attempt;
		const refused = refusedBefore(context, failure, !isCreation);
		if (refused !== undefined) {
			return refused;
		}

		if (isCreation) {
			return isUnchecked ? undefined : {kind: 'unchecked', reason: failureSentence(failure), failure};
		}

		const what = isDeletion
			? 'a listing must show first what is deleted.'
			: 'the notifications could not be listed first.';
		return impossible(`${what} ${failureSentence(failure)}`);
	}

	const {listing} = attempt;
	const reason = listing.complete ? '' : listing.reason;
	if (isCreation) {
		return isUnchecked ? undefined : {kind: 'unchecked', reason};
	}

	return isDeletion
		? undefined
		: impossible(sanitise(`only a complete listing can tell new notifications from existing ones. ${reason}`));
}

/** Whether a failed listing ends the change: the API key was refused, or the operator stopped waiting. */
export function refusedBefore(
	{signal}: ChangeContext,
	failure: Failure,
	isListingRequired: boolean,
): Refused | undefined {
	if (signal.aborted) {
		return {kind: 'refused', failure: {...failure, outcome: 'not-sent', nextStep: 'Nothing was sent.'}};
	}

	return failure.kind === 'unauthorized' || (isListingRequired && failure.kind === 'forbidden')
		? {kind: 'refused', failure: {...failure, outcome: 'not-sent', nextStep: `Nothing was sent. ${failure.nextStep}`}}
		: undefined;
}

async function findDuplicates(
	asks: readonly Ask[],
	records: readonly ListedRecord[],
	accepted: ReadonlySet<string>,
): Promise<Duplicate[]> {
	const isCreated = ({kind, undoes}: Ask) => kind === 'create' || (kind === 'recreate' && undoes !== undefined);
	if (!asks.some(ask => isCreated(ask))) {
		return [];
	}

	const findSame = await alikeIn(records, inputsOf(asks), duplicateForm);
	const first = new Map<string, number>();
	return asks.flatMap((ask, index) => {
		if (!isCreated(ask)) {
			return [];
		}

		const form = duplicateForm(ask.input!);
		const same = findSame(ask.input!).filter(({id}) => !accepted.has(id));
		const earlier = first.get(form);
		if (earlier === undefined) {
			first.set(form, index);
		}

		return same.length > 0 || earlier !== undefined ? [{index, same, earlier}] : [];
	});
}

/** Why none of what is to be replaced or deleted can be: the listing shows none of it as it was confirmed. What is so of some of several is told when their turn comes. */
function whyNoneFits(asks: readonly Ask[], found: Look | undefined): string | undefined {
	let first: string | undefined;
	for (const {kind, of} of asks) {
		const is = found === undefined || kind === 'create' || kind === 'recreate' ? 'as-confirmed' : shownAs(found, of);
		if (is === 'as-confirmed') {
			return undefined;
		}

		first ??= sanitise(shownText({id: of!.id, is}));
	}

	return first;
}

/** Why nothing may be deleted: the listing lacks what is to stay, or is not complete. Undefined if nothing has to stay, or all of it is listed. */
export function missingOf(keeps: ReadonlySet<string>, found: Look | undefined): string | undefined {
	if (keeps.size === 0) {
		return undefined;
	}

	if (found === undefined || !found.listing.complete) {
		const reason = found?.listing.complete === false ? sanitise(found.listing.reason) : '';
		return `a complete listing must show first that what is to stay still exists. ${reason}`.trimEnd();
	}

	const records = recordsById(found.listing.records);
	const missing = keeps.values().find(id => records.get(id)?.kind !== 'notification');
	return missing === undefined
		? undefined
		: `${sanitise(missing)}, which was to stay, is not listed any more. Look for duplicates again.`;
}

const inputsOf = (asks: readonly Ask[]): Iterable<NotificationInput> =>
	asks.map(({input}) => input).filter(input => input !== undefined);

type Guarded = {readonly guards?: ChangeContext['guards'] | undefined};

/** Why a notification must be neither deleted nor replaced, as a sentence that is safe to show: by the listed record or, where it is not listed, by what it was. Undefined if it may. */
export function whyProtected(
	{guards}: Guarded,
	{id, input}: Pick<NotificationSnapshot, 'id' | 'input'>,
	records: readonly ListedRecord[],
): string | undefined {
	if (guards?.canProtect !== true) {
		return undefined;
	}

	const listed = recordsById(records).get(id);
	const why = guards.whyProtected(listed?.kind === 'notification' ? listed : asListed(input, id));
	return why === undefined ? undefined : sanitise(why);
}

/** Leaves out what is protected, and refuses what a policy forbids. What undoes a change is not checked by policies. */
function keepRules(
	context: Guarded,
	asks: readonly Ask[],
	records: readonly ListedRecord[],
	isAllOrNothing: boolean,
): Impossible | {readonly kind: 'left'; readonly left: readonly Ask[]; readonly skipped: readonly string[]} {
	const whys: string[] = [];
	const left = asks.filter(({kind, of}) => {
		const why = kind === 'create' || kind === 'recreate' ? undefined : whyProtected(context, of, records);
		whys.push(...(why === undefined ? [] : [why]));
		return why === undefined;
	});
	if (whys.length > 0 && (left.length === 0 || isAllOrNothing)) {
		const why = asks.length === 1 || isAllOrNothing ? whys[0]! : leftOutText(whys.length, whys[0]!);
		return {...impossible(why), cause: 'protected'};
	}

	if (left.length === 0) {
		return impossible('there is nothing to change.');
	}

	for (const [index, ask] of left.entries()) {
		const {input, undoes} = ask;
		const broken =
			input === undefined || undoes !== undefined ? undefined : context.guards?.findBroken(asListed(input));
		const policy = refusingPolicy(broken ?? []);
		if (policy !== undefined) {
			const name = asks.length === 1 ? 'it' : nameOf(ask, index);
			return {...impossible(sanitise(`${name} ${brokenText(policy)} (${policy.place}).`)), cause: 'policy'};
		}
	}

	return {kind: 'left', left, skipped: whys.length === 0 ? [] : [leftOutText(whys.length, whys[0]!)]};
}

/** The refusal of what a pending change may have created, or is to create. */
function awaitedRefusal({changes, profile, now}: ChangeContext, asks: readonly Ask[]): Refusal | undefined {
	const findAwaited = changes.awaitedAlike(profile);
	for (const {kind, input} of asks) {
		const same = kind === 'create' ? findAwaited(input) : undefined;
		if (same !== undefined) {
			return {kind: 'unchecked', isPending: true, reason: awaitedText(same, now())};
		}
	}

	return undefined;
}

/** The sentence that says why the same is not created once more. */
function awaitedText(item: Item, now: number): string {
	const seconds = numberText(Math.max(0, Math.round((now - item.startedAt) / 1000)));
	return item.phase === 'creating'
		? `The same create was sent ${seconds} s ago (${numberOf(item)}), and its outcome is unknown: a second one may result.`
		: `Change ${numberOf(item)}, which began ${seconds} s ago and has not ended, is to create the same.`;
}
