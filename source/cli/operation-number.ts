import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import type {Batch} from '../ledger/batches/batch.ts';
import type {Operation} from '../ledger/journal/operation.ts';
import {MissingEntryError} from '../ledger/ledger-error.ts';
import {commandError, UsageError} from './command-error.ts';

/** Parses the number of a change in commands: `12` for an operation, `b3` for a bulk operation, `b3.2` for its second item. `id`: the ID of the operation or of the bulk operation. @throws UsageError */
export function parseNumber(text: string) {
	const {bulk, digits, item} =
		/^(?<bulk>b)?(?<digits>\d{1,15})(?:(?<=b\d+)\.(?<item>\d{1,15}))?$/v.exec(text)?.groups ?? {};
	if (digits === undefined) {
		throw new UsageError(
			`"${text}" is not the number of an operation (12), of a bulk operation (b3) or of one of its items (b3.2).`,
		);
	}

	return {
		text,
		isBatch: bulk !== undefined && item === undefined,
		id: Number(digits),
		item: item === undefined ? undefined : Number(item),
	};
}

/**
Finds the operation, the item or the batch of an account by its number.

@throws CommandError, exit code 5, if it does not exist.
*/
export function findNumbered(
	{journal}: Pick<AwaitedLedger, 'journal'>,
	profileKey: string,
	{text, isBatch, id, item}: ReturnType<typeof parseNumber>,
): Operation | Batch {
	const of = isBatch || item !== undefined ? batchIn(journal, id) : journal.get(id);
	const found = item === undefined || of === undefined ? of : journal.get(journal.itemIds(id)[item - 1] ?? 0);
	if (found?.profile !== profileKey) {
		throw commandError(
			'invalid',
			'not-found',
			`Nothing was sent: this account has no ${item === undefined ? (isBatch ? 'bulk operation' : 'operation') : 'item'} ${text}.`,
			'Run chainbell history --json to see the numbers (operation, bulk).',
		);
	}

	return found;
}

function batchIn(journal: AwaitedLedger['journal'], id: number) {
	try {
		return journal.batch(id);
	} catch (error) {
		if (error instanceof MissingEntryError) {
			return undefined;
		}

		throw error;
	}
}
