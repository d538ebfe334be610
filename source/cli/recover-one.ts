import {batchNumber} from '../domain/change-name.ts';
import {findAsSent} from '../domain/equivalence.ts';
import {kindWords} from '../domain/operation-kind.ts';
import {countTexts} from '../domain/operation-texts.ts';
import type {Keep} from '../operations/keep.ts';
import {maskRecipient} from '../storage/journal/mask.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {spanText} from '../platform/clock.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {proved} from './await-proof.ts';
import {duplicate} from './targets.ts';
import {CommandError, invalidInput} from './command-error.ts';
import {confirm} from './confirm.ts';
import {exitCode} from './exit-codes.ts';
import type {Pending} from './pending-list.ts';
import {settleBatch, stopFollowingBatch} from './recover-batch.ts';
import {notDone, toRecovered, type Recovered, type Recovering} from './recovered.ts';
import {singleOptions} from './single-options.ts';

/** Finishes a pending change or rolls it back, depending on the options. @throws CommandError for an item that was not sent */
export async function finishOrRollBack(
	{number, operation, batch}: Pending,
	recovering: Recovering,
): Promise<Recovered> {
	const {
		opened: {session},
		interrupt,
		options,
	} = recovering;
	if (batch !== undefined) {
		return settleBatch(batch, recovering);
	}

	if (operation.batch !== undefined && operation.state === 'planned' && options.finish) {
		throw invalidInput(
			`Nothing was sent: item ${number} was not sent yet.`,
			`Run chainbell recover ${batchNumber(operation.batch)} --finish to send the rest.`,
		);
	}

	const act = options.finish ? session.operations.finish : session.operations.rollBack;
	const result = await act(operation.id, {
		signal: singleOptions(interrupt).signal,
		chosenId: options.newId,
		isUnprotected: options.unprotect,
	});
	if (result.kind === 'open' && result.candidates !== undefined && result.candidates.length > 0) {
		const hint = `Run chainbell recover ${number} ${options.finish ? '--finish' : '--roll-back'} --new-id ID with one of ${result.candidates.join(', ')}.`;
		return notDone(
			number,
			new CommandError({
				exitCode: exitCode.unknown,
				kind: 'pending',
				message: `Operation ${number} is pending. ${result.reason}`,
				hint,
				outcome: 'unknown',
			}),
			recovering,
		);
	}

	return toRecovered(number, await proved(result, recovering), recovering);
}

/**
Sends the POST of a pending operation again after confirmation, because the first one may still take effect.

@throws CommandError if it is not confirmed, if the operation is in another state, or if the listing shows a notification that it may have created.
*/
export async function sendAgain({number, operation}: Pending, recovering: Recovering): Promise<Recovered> {
	const {
		opened: {session, place},
		listing,
		interrupt,
		options,
		context,
	} = recovering;
	if (operation?.state !== 'creating') {
		throw invalidInput(
			`Nothing was sent: operation ${number} is not a create whose outcome is unknown.`,
			`Run chainbell recover ${number} --finish.`,
		);
	}

	const found = findAsSent(operation.input!, listing.records).filter(({id}) => !operation.knownIds.includes(id));
	if (found.length > 0 && !options.allowDuplicate) {
		throw duplicate(`operation ${number} may have created ${found.map(({id}) => sanitise(id)).join(', ')}.`, {
			hint: `Run chainbell recover ${number} --finish, which decides it as soon as it is certain; or pass --allow-duplicate to send it again.`,
		});
	}

	const age = spanText(context.host.clock.now() - operation.startedAt);
	const text = `Send operation ${number} on ${place} again: ${nameOf(operation)}? The first attempt began ${age} ago and may still take effect: two notifications may result.`;
	await confirm({text, answer: 'y', signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted();
	return toRecovered(
		number,
		await session.operations.sendAgain(operation.id, singleOptions(interrupt).signal),
		recovering,
	);
}

/**
Stops following a pending operation, or the open items of a batch, after confirmation. Nothing is sent.

@throws CommandError if it is not confirmed.
*/
export async function stopFollowing({number, operation, batch}: Pending, recovering: Recovering): Promise<Recovered> {
	const {
		opened: {session, place},
		interrupt,
		options,
		context,
	} = recovering;
	const what =
		batch === undefined
			? `operation ${number} on ${place}: ${nameOf(operation)}`
			: `bulk operation ${number} on ${place}: ${countTexts(batch.counts).join(', ')}`;
	const text = `Stop following ${what}? What was sent may still take effect, and chainbell no longer looks for it.`;
	await confirm({text, answer: 'y', unchanged: 'Nothing was changed', signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted('It is still followed.', 'unknown');
	if (batch !== undefined) {
		return stopFollowingBatch(batch, recovering);
	}

	const result = await session.operations.drop(operation.id, new AbortController().signal);
	return result.kind === 'failed' && result.operation.state === 'failed'
		? {number, result: 'stopped following', detail: 'What was sent may still take effect.', code: exitCode.done}
		: toRecovered(number, result, recovering);
}

/** Ends an edit of a notification that somebody else edited, too, after confirmation. @throws CommandError if it is not confirmed */
export async function keepChosen({number, operation}: Pending, recovering: Recovering): Promise<Recovered> {
	const {
		opened: {session, place},
		interrupt,
		options,
		context,
	} = recovering;
	const text =
		`Keep ${options.keep!} for operation ${number} on ${place}: ${nameOf(operation!)}? ${operation!.detail ?? ''}`.trimEnd();
	await confirm({text, answer: 'y', unchanged: 'Nothing was changed', signal: interrupt.signal}, options, context);
	interrupt.throwIfInterrupted('It is still pending.', 'unknown');
	return toRecovered(
		number,
		await session.operations.keep(operation!.id, options.keep as Keep, singleOptions(interrupt).signal, {
			isUnprotected: options.unprotect,
		}),
		recovering,
	);
}

/** Describes an operation: `create "Treasury" (to o…@example.com)`. The recipient is masked, as in history. */
function nameOf({kind, input, snapshot}: Operation): string {
	const of = input ?? snapshot?.input;
	const parts = [
		...(snapshot === undefined ? [] : [`ID ${snapshot.id}`]),
		...(of === undefined ? [] : [`to ${maskRecipient(of.channel, of.recipient)}`]),
	];
	return `${kindWords[kind].noun}${of === undefined || of.name === '' ? '' : ` "${of.name}"`} (${parts.join(', ')})`;
}
