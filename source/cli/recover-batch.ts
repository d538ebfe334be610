import {batchNumber, itemNumber} from '../domain/change-name.ts';
import {kindWords} from '../domain/operation-kind.ts';
import type {BulkResult} from '../operations/bulk/bulk-context.ts';
import type {Batch} from '../storage/batches/batch.ts';
import {numberText} from '../platform/text.ts';
import {maxNamed} from './confirm.ts';
import {exitCode} from './exit-codes.ts';
import type {Pending} from './pending-list.ts';
import {notDone, type Recovered, type Recovering} from './recovered.ts';
import {exitCodeOfBulk, reportBulk} from './report-bulk.ts';
import {runBulk, type BulkRun} from './run-bulk.ts';

/** Sends the failed items of a batch again. */
export async function retryBatch({batch}: Pending, recovering: Recovering): Promise<Recovered> {
	const {
		opened: {
			session: {operations},
		},
		options: {retries, omitRefused},
	} = recovering;
	const run = {...recovering, verb: 'done', retries, omitRefused};
	const result = await runBulk(run, async bulk => operations.retryFailed(batch!.id, bulk));
	return reported(run, result, `${numberText(result.counts.done)} done`);
}

/** Finishes a batch or skips its rest, depending on the options. */
export async function settleBatch({id, kind}: Batch, recovering: Recovering): Promise<Recovered> {
	const {
		opened: {
			session: {operations},
			services,
		},
		options: {finish, retries, omitRefused},
	} = recovering;
	const verb = kindWords[kind].done.toLowerCase();
	const run = {...recovering, verb, retries: finish ? retries : 0, omitRefused: finish && omitRefused};
	const result = await runBulk(run, async bulk =>
		finish ? operations.resumeBatch(id, bulk) : operations.skipRest(id, bulk.signal),
	);
	const {planned, created, unknown, done, skipped} = result.counts;
	const detail = `${numberText(done)} ${verb}, ${numberText(skipped)} skipped`;
	const recovered: Recovered =
		exitCodeOfBulk(result) === exitCode.done
			? {number: batchNumber(id), result: 'done', detail, code: exitCode.done}
			: await reported(run, result, detail);
	if (!finish && planned + created + unknown === 0) {
		const {ledger} = await services.openLedger();
		const left = ledger.journal.changedIdsIn(id).created;
		const others = left.length > maxNamed ? ` and ${numberText(left.length - maxNamed)} more` : '';
		// A roll back does not take back items that are done.
		return {
			...recovered,
			result: done === 0 ? 'rolled back' : 'rest skipped',
			detail: left.length === 0 ? detail : `${detail}; still there: ${left.slice(0, maxNamed).join(', ')}${others}`,
		};
	}

	await printChoices(id, run);
	return recovered;
}

/** Reports what is not done of a batch, and creates its result. */
async function reported(run: BulkRun & Recovering, result: BulkResult, detail: string): Promise<Recovered> {
	const number = batchNumber(result.batch);
	try {
		const code = await reportBulk(run, result);
		return {number, result: code === exitCode.done ? 'done' : 'pending', detail, code};
	} catch (error) {
		return notDone(number, error, run);
	}
}

/** Prints the choices for the open items of a batch, if it has any. */
async function printChoices(batch: number, {opened: {services}, context}: BulkRun): Promise<void> {
	const {
		ledger: {journal},
	} = await services.openLedger();
	const [first] = journal.openItems(batch, {after: 0, limit: 1});
	if (first !== undefined) {
		const number = itemNumber(batch, journal.itemIds(batch).indexOf(first.id));
		context.printError(
			`Choose for one: chainbell recover ${number} --finish --new-id ID, --roll-back --new-id ID or --stop-following. For all: chainbell recover ${batchNumber(batch)} --stop-following.`,
		);
	}
}

/** Stops following the open items of a batch. */
export async function stopFollowingBatch(
	{id, kind, counts: {created, unknown}}: Batch,
	recovering: Recovering,
): Promise<Recovered> {
	const verb = kindWords[kind].done.toLowerCase();
	const {
		counts: {done},
	} = await runBulk({...recovering, verb, retries: 0}, async ({signal}) =>
		recovering.opened.session.operations.dropBatch(id, signal),
	);
	return {
		number: batchNumber(id),
		result: 'stopped following',
		detail: `${numberText(done)} ${verb}; what was sent for ${numberText(created + unknown)} may still take effect.`,
		code: exitCode.done,
	};
}
