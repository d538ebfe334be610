import {say} from '../changes/say.ts';
import type {Duplicate, Impossible, Refusal} from '../changes/plan.ts';
import {
	canSendAgain,
	endedPhases,
	type ChangeSet,
	type Item,
	mayHaveEffect,
	numberOf,
	type Reason,
} from '../ledger/item.ts';
import {kindWords, toldKind} from '../notification/operation-texts.ts';
import {joined, numberText} from '../platform/text.ts';
import {failureText} from '../service/failure.ts';
import type {ChangeRef, Ended} from '../account/account-changes.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {
	commandError,
	type CommandError,
	errorOfFailure,
	invalidInput,
	UsageError,
	type exitCode,
	exitCodeOfFailure,
} from './command-error.ts';
import type {Interrupt} from './confirm.ts';

/** The hint for a change that is still pending. */
export const recoverHint = (number: number | string): string =>
	`Run chainbell recover to look again, or chainbell recover ${number} --finish.`;

/** The exit code, the kind and the next step for each cause for which a change could not be made, or not to its end. */
const causes: Readonly<
	Record<
		NonNullable<Impossible['cause']>,
		readonly [code: keyof typeof exitCode, kind: Parameters<typeof commandError>[1], hint?: string]
	>
> = {
	protected: ['unconfirmed', 'protected', 'Pass --unprotect to change it anyway.'],
	policy: ['invalid', 'invalid', 'Correct it and run it again.'],
	rules: ['failed', 'rules', 'chainbell doctor checks config.yaml.'],
	behind: ['incomplete', 'refused'],
	chosen: ['invalid', 'invalid', 'Run chainbell recover to see which can be it.'],
	board: ['unreachable', 'board', 'chainbell team status says more about the board.'],
	stopped: ['unknown', 'ledger'],
};

const pendingHint = 'Run chainbell recover to see what is pending.';

/** Creates the error for a change that is refused, or that was stopped. The texts of changes name keys of the screens, so the hint names the command. */
export function refusalError(
	message: string,
	{cause, isPending, pending = ''}: Pick<Impossible, 'cause' | 'isPending' | 'pending'> = {},
): CommandError {
	if (cause === undefined) {
		return commandError('failed', 'refused', message, isPending === true ? pendingHint : undefined);
	}

	const isStopped = cause === 'stopped';
	const finish = isStopped ? `Correct that, then run chainbell recover ${pending} --finish.` : undefined;
	const [code, kind, hint = finish] = causes[cause];
	return commandError(code, kind, message, hint, {outcome: isStopped ? 'unknown' : 'not-sent'});
}

/** Creates the error for a notification that the API key stands in. `name`: the notification, or its line. */
export const keyInContentError = (name: string): CommandError =>
	invalidInput(
		`Nothing was sent: ${name} contains the API key, or [API key] in its place, which is never stored and never sent.`,
		'Take it out and run it again.',
	);

/** Creates the error for a change of which nothing was sent, or that was stopped, with the exit code of its cause. */
export function refusedError(refusal: Refusal): CommandError {
	switch (refusal.kind) {
		case 'refused': {
			return errorOfFailure(refusal.failure);
		}

		case 'impossible': {
			return refusalError(refusal.reason, refusal);
		}

		case 'duplicates': {
			return duplicateError(refusal.duplicates);
		}

		case 'unchecked': {
			const {failure, reason, isPending} = refusal;
			if (failure !== undefined) {
				return errorOfFailure({...failure, outcome: 'not-sent'});
			}

			const message = `Nothing was sent. ${reason}`;
			return isPending
				? commandError('unknown', 'refused', message, pendingHint)
				: refusalError(message, {cause: 'behind'});
		}
	}
}

/**
Requires that the only item of what was sent is done.

@param ended - What was sent.
@param interrupt - The handling of signals.
@param omitted - How it can be sent without the members that the service refused.
@throws CommandError if it is not done, with the exit code of the failure or 8 if it is pending; after a signal, the error of the interrupt.
*/
export function requireDone(
	{only, failure: stopped, failures, isProtected}: Ended,
	interrupt: Interrupt,
	omitted?: string,
) {
	const item = only!;
	const {phase} = item;
	if (phase === 'done') {
		return;
	}

	const number = numberOf(item);
	const reason = say(item);
	const failure = failures.get(item.id) ?? stopped;
	if (endedPhases.includes(phase)) {
		const isProved = item.reason.some(each => isWithoutEffect(each));
		const none = mayHaveEffect(item.requests) ? 'unknown' : 'not-sent';
		const outcome = isProved ? 'rejected' : (failure?.outcome ?? none);
		const message = `Change ${number} failed. ${reason}`.trimEnd();
		interrupt.throwIfInterrupted(outcome === 'not-sent' ? undefined : message, outcome);
		if (failure !== undefined && !isProved && outcome !== 'unknown') {
			const effect = outcome === 'rejected' ? notDoneText(item) : '';
			const nextStep = omitted === undefined ? failure.nextStep : `Pass --omit-refused to send it ${omitted}.`;
			const told = `${failureText(failure)} ${effect}`.trimEnd();
			throw commandError(exitCodeOfFailure(failure), failure.kind, told, nextStep, {failure});
		}

		// Listings have shown what a request without an answer did.
		const again = canSendAgain(item) ? `Run chainbell recover ${number} --retry to send it again.` : 'Run it again.';
		const effect = isProved && !item.reason.some(({why}) => why === 'not-created') ? notDoneText(item) : '';
		throw commandError('failed', 'failed', `${message} ${effect}`.trimEnd(), isProved ? again : undefined, {
			failure,
			outcome,
		});
	}

	// In all other phases a request may have been sent.
	const outcome = phase === 'planned' ? 'not-sent' : 'unknown';
	const message = `Change ${number} is pending.`;
	interrupt.throwIfInterrupted(`${message} ${recoverHint(number)}`, outcome);
	const {candidates = []} = item;
	const choice = `Run chainbell recover ${number} with --finish or --roll-back, and --new-id ${candidates.join(' or ')}.`;
	const usual = candidates.length > 0 ? choice : recoverHint(number);
	const hint = isProtected ? `Pass --unprotect, or run chainbell recover ${number} --finish to keep it.` : usual;
	throw commandError('unknown', 'pending', `${message} ${reason}`, hint, {failure, outcome});
}

/** Whether it says that a listing has shown that nothing took effect. */
const isWithoutEffect = (reason: Reason) =>
	(reason.why === 'not-created' && reason.unless === undefined) ||
	(reason.why === 'still-listed' && reason.is === 'alone');

/** Says that a change had no effect: `17 was not deleted.` */
function notDoneText(item: Item) {
	const {kind, snapshot} = item;
	const done = kindWords[toldKind(item)].done.toLowerCase();
	return kind === 'create' || snapshot === undefined ? `Nothing was ${done}.` : `${snapshot.id} was not ${done}.`;
}

/** The maximum number of duplicates named. */
const maxDuplicates = 10;

/** Creates the error for notifications that exist already, or twice in what was given. `nameOf`: the name of one among several. */
export function duplicateError(
	duplicates: ReadonlyArray<Duplicate & {readonly same: ReadonlyArray<{readonly id: string}>}>,
	nameOf?: (index: number) => string,
): CommandError {
	const texts = duplicates.map(({index, same, earlier}) => {
		const name = nameOf?.(index);
		const exists =
			same.length === 1
				? 'an identical notification exists (ID'
				: `${numberText(same.length)} identical notifications exist (IDs`;
		return same.length > 0
			? joined([name, `${exists} ${same.map(({id}) => id).join(', ')}; names are not compared)`], ': ')
			: `${name} is identical to ${nameOf?.(earlier!)}`;
	});
	const others = texts.length > maxDuplicates ? `; and ${numberText(texts.length - maxDuplicates)} more` : '';
	return commandError(
		'invalid',
		'duplicate',
		`Nothing was sent: ${texts.slice(0, maxDuplicates).join('; ')}${others}.`,
		'Pass --allow-duplicate to create it anyway.',
		{issues: nameOf === undefined ? [] : texts.map(message => ({field: '', message}))},
	);
}

/** A change, or an item of it: `item` is the one that was named, or the only one. */
export type NamedChange = {readonly set: ChangeSet; readonly item: Item | undefined};

/** Parses the number of a change: `12`, or `12.3` for an item of it (`position`). @throws UsageError */
export function parseNumber(text: string) {
	const {set, position} = /^(?<set>\d{1,15})(?:\.(?<position>\d{1,15}))?$/v.exec(text)?.groups ?? {};
	if (set === undefined) {
		throw new UsageError(`"${text}" is not the number of a change (12) or of an item of one (12.3).`);
	}

	return {text, set: Number(set), position: position === undefined ? undefined : Number(position)};
}

/** Finds a change of an account, or an item, by its number. @throws CommandError, exit code 5, if it does not exist */
export function findNumbered(
	{changes}: AwaitedLedger,
	profileKey: string,
	{text, set, position}: ReturnType<typeof parseNumber>,
): NamedChange {
	const item = changes.itemAt(set, position ?? 1);
	if (item?.profile !== hideSecrets(profileKey)) {
		throw commandError(
			'invalid',
			'not-found',
			`Nothing was sent: this account has no ${position === undefined ? 'change' : 'item'} ${text}.`,
			'Run chainbell history --json to see the numbers (number).',
		);
	}

	return {set: changes.set(set), item: position === undefined && item.of > 1 ? undefined : item};
}

/** What the engine is asked to act on. */
export const refOf = ({set: {id}, item}: NamedChange): ChangeRef => ({set: id, item: item?.id});
