import type {Failure} from '../service/failure.ts';
import type {NotificationSnapshot, Operation} from '../ledger/journal/operation.ts';
import type {ListedRecord, NotificationFields, NotificationInput} from '../notification/notification.ts';
import {asListed, contentFields, textsOf} from '../notification/spec.ts';
import {brokenText, leftOutText, refusingPolicy} from '../query/rules.ts';
import {recordsById} from '../query/changes.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {OperationContext} from './operation-context.ts';
import {holdsSecret} from '../terminal/secrets.ts';
import {canonicalForm} from '../notification/equivalence.ts';

/** Nothing was sent, because a request before it failed or the operator stopped waiting. */
export type RefusedResult = {readonly kind: 'refused'; readonly failure: Failure};

/** Nothing was sent; `reason` is one or more sentences, safe to show. `isPending`: the reason is a pending change, which has to be finished or rolled back first. `cause`: the rule of config.yaml that is the reason: `protect`, a policy, or one that cannot be used; or the board of the team, which is required and cannot be used; or a listing that may be behind; `stopped`: something was sent, and then the ledger or the board did not take the rest. `pending`: the number of the change that this stopped, such as `b3`. */
export type ImpossibleResult = {
	readonly kind: 'impossible';
	readonly reason: string;
	readonly isPending?: true;
	readonly cause?: 'protected' | 'policy' | 'rules' | 'board' | 'behind' | 'stopped';
	readonly pending?: string | undefined;
};

/** The state in which an operation stopped. */
export type OperationResult =
	| ImpossibleResult
	| {readonly kind: 'done'; readonly operation: Operation}
	/** The service confirmed the request, but no listing shows its effect yet. It stays pending until one does; `reason` is safe to show. */
	| {
			readonly kind: 'accepted';
			readonly operation: Operation;
			readonly reason: string;
			readonly failure?: Failure | undefined;
	  }
	/** The operation had no effect, or was rolled back. `failure`: the failure of the request, if one failed. */
	| {readonly kind: 'failed'; readonly operation: Operation; readonly failure?: Failure | undefined}
	/** The operation must be finished or rolled back, now or later; `reason` is safe to show. `failure`: the failure of the last request. `candidates`: the IDs that may belong to the new notification. `cause`: it was to delete a protected notification. */
	| {
			readonly kind: 'open';
			readonly operation: Operation;
			readonly reason: string;
			readonly failure?: Failure | undefined;
			readonly candidates?: readonly string[];
			readonly cause?: 'protected';
	  };

type Guarded = {readonly guards?: OperationContext['guards'] | undefined};

/** Why a notification must be neither deleted nor replaced, as a sentence that is safe to show: by the listed record or, where it is not listed, by what it was. Undefined if it may. */
export function whyProtected(
	{guards}: Guarded,
	{id, input}: Pick<NotificationSnapshot, 'id' | 'input'>,
	records: readonly ListedRecord[] = [],
): string | undefined {
	if (guards?.canProtect !== true) {
		return undefined;
	}

	const listed = recordsById(records).get(id);
	const why = guards.whyProtected(listed?.kind === 'notification' ? listed : asListed(input, id));
	return why === undefined ? undefined : sanitise(why);
}

/** The result if nothing was sent because of `protect`. `why`: what `whyProtected` says. */
export const refusedAsProtected = (why: string): ImpossibleResult => ({
	kind: 'impossible',
	reason: `Nothing was sent: ${why}`,
	cause: 'protected',
});

/** Separates the items of a bulk operation that may be sent from those that are protected. `skipped`: what is left out, in sentences that are safe to show. */
export function leaveProtectedOut<T>(
	context: Guarded,
	items: readonly T[],
	snapshotOf: (item: T) => NotificationSnapshot | undefined,
	records: readonly ListedRecord[],
): {readonly left: readonly T[]; readonly skipped: readonly string[]} {
	const whys: string[] = [];
	const left = items.filter(item => {
		const snapshot = snapshotOf(item);
		const why = snapshot && whyProtected(context, snapshot, records);
		if (why !== undefined) {
			whys.push(why);
		}

		return why === undefined;
	});
	return {left, skipped: whys.length === 0 ? [] : [leftOutText(whys.length, whys[0]!)]};
}

/** The result if what would be sent must not be: a documented text holds the API key, which is never stored, or a policy refuses it. `name`: of one among several. */
export function refusedByPolicy(
	{guards}: Pick<OperationContext, 'guards'>,
	input: NotificationInput,
	name = 'it',
): ImpossibleResult | undefined {
	if (contentFields.some(row => textsOf(input, row).some(text => holdsSecret(text)))) {
		return {
			kind: 'impossible',
			reason: sanitise(`Nothing was sent: ${name} contains the API key, or [API key] in its place. Take it out.`),
		};
	}

	const policy = guards && refusingPolicy(guards.findBroken(asListed(input)));
	return (
		policy && {
			kind: 'impossible',
			reason: sanitise(`Nothing was sent: ${name} ${brokenText(policy)} (${policy.place}).`),
			cause: 'policy',
		}
	);
}

/** Returns a function that finds a pending operation, or an item of an unfinished batch, that may have created or may still create an identical notification. */
export function createPendingDuplicateFinder({
	log,
	profile,
}: Pick<OperationContext, 'log' | 'profile'>): (fields: NotificationFields) => Operation | undefined {
	const sent = log.unfinished(profile).filter(({state}) => state === 'creating');
	const byForm = new Map(
		[...log.pendingCreations(profile), ...sent].flatMap(operation =>
			operation.input === undefined ? [] : [[canonicalForm(operation.input), operation]],
		),
	);
	return fields => (byForm.size === 0 ? undefined : byForm.get(canonicalForm(fields)));
}

/** Returns the sentence that says why an identical notification is not created. */
export function pendingDuplicateText({batch, startedAt, state}: Operation, now: number): string {
	const seconds = Math.max(0, Math.round((now - startedAt) / 1000));
	return batch === undefined || state === 'creating'
		? `The same create was sent ${seconds} s ago, and its outcome is unknown: a second one may result.`
		: `A bulk operation that began ${seconds} s ago and has not ended is to create the same.`;
}
