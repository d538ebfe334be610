import type {CreateOutcome} from '../operations/create.ts';
import type {OperationResult, RefusedResult} from '../operations/operation-result.ts';
import type {BulkOptions, BulkOutcome} from '../session/operations.ts';
import {awaitSettled} from '../session/await-settled.ts';
import type {OperationState} from '../storage/journal/operation.ts';
import type {GlobalValues} from './command.ts';
import type {Sending} from './open-listed.ts';
import {createProgressLine} from './progress.ts';
import {singleOptions} from './single-options.ts';

type Waiting = Sending<Pick<GlobalValues, 'quiet' | 'noWait'>>;

/** The states in which listings decide what a request did. */
const awaitedStates: ReadonlySet<OperationState | undefined> = new Set(['creating', 'deleting', 'undoing']);

/** Waits until listings have proved what an operation did, unless --no-wait is given. An edit whose new notification is listed then is finished. Returns the result. */
export async function proved<T extends CreateOutcome | OperationResult | RefusedResult>(
	result: T,
	waiting: Waiting,
): Promise<T | OperationResult> {
	const {
		opened: {session, services},
		interrupt,
	} = waiting;
	if (
		(result.kind !== 'open' && result.kind !== 'accepted') ||
		(result.kind === 'open' && (result.candidates !== undefined || result.cause !== undefined))
	) {
		return result;
	}

	const {id} = result.operation;
	const {
		ledger: {journal},
	} = await services.openLedger();
	await wait(() => awaitedStates.has(journal.get(id)?.state), waiting);
	const operation = journal.get(id)!;
	switch (operation.state) {
		case 'done': {
			return {kind: 'done', operation};
		}

		case 'failed':
		case 'rolled-back': {
			return {kind: 'failed', operation};
		}

		case 'created': {
			return result.operation.state === 'creating' && !interrupt.signal.aborted
				? proved(await session.operations.finish(id, {signal: singleOptions(interrupt).signal}), waiting)
				: {...result, operation};
		}

		case 'planned':
		case 'creating':
		case 'deleting':
		case 'undoing': {
			return {...result, operation, reason: operation.detail ?? result.reason};
		}
	}
}

/** Waits until listings have proved what the items of a bulk operation did, unless --no-wait is given, and sends what waited for that. Returns the result. */
export async function provedBatch(result: BulkOutcome, bulk: BulkOptions, waiting: Waiting): Promise<BulkOutcome> {
	const {
		opened: {session, services},
		interrupt,
		options,
	} = waiting;
	if (result.kind !== 'ended' || result.counts.unknown === 0 || result.failure !== undefined || options.noWait) {
		return result;
	}

	const {
		ledger: {journal},
	} = await services.openLedger();
	await wait(() => journal.batch(result.batch).counts.unknown > 0, waiting);
	const {counts} = journal.batch(result.batch);
	return counts.unknown < result.counts.unknown && counts.planned + counts.created > 0 && !interrupt.signal.aborted
		? session.operations.resumeBatch(result.batch, bulk)
		: {...result, counts};
}

async function wait(
	isAwaited: () => boolean,
	{opened: {session}, interrupt: {signal}, options, context}: Waiting,
): Promise<void> {
	if (options.noWait || signal.aborted || !isAwaited()) {
		return;
	}

	const {
		host: {clock},
	} = context;
	using line = createProgressLine('proved', options, context);
	const until = clock.now() + session.settlingTime;
	const show = () => {
		const left = Math.max(0, Math.ceil((until - clock.now()) / 1000));
		line.show(`Waiting until a listing proves it, for about ${left} s; ctrl-c stops waiting.`);
	};

	show();
	const stop = clock.every(1000, show);
	try {
		await awaitSettled(session, isAwaited, signal);
	} finally {
		stop();
	}
}
