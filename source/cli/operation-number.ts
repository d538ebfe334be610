import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import type {Batch} from '../storage/batches/batch.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {MissingEntryError} from '../storage/ledger-error.ts';
import {CommandError, UsageError} from './command-error.ts';
import {exitCode} from './exit-codes.ts';

/** The number of a change in commands: `12` for an operation, `b3` for a bulk operation. */
export type OperationNumber = {readonly text: string; readonly isBatch: boolean; readonly id: number};

/** The number of a bulk operation in commands: `b7`, to distinguish it from the number of an operation. */
export const batchNumber = (batch: number): string => `b${batch}`;

/** Parses the number of an operation or a bulk operation. @throws UsageError */
export function parseNumber(text: string): OperationNumber {
	const {bulk, digits} = /^(?<bulk>b)?(?<digits>\d{1,15})$/v.exec(text)?.groups ?? {};
	if (digits === undefined) {
		throw new UsageError(`"${text}" is not the number of an operation (12) or of a bulk operation (b3).`);
	}

	return {text, isBatch: bulk !== undefined, id: Number(digits)};
}

/**
Finds the operation or the batch of an account by its number.

@throws CommandError, exit code 5, if it does not exist.
*/
export function findNumbered({journal}: Pick<AwaitedLedger, 'journal'>, profileKey: string, {isBatch, id}: OperationNumber): Operation | Batch {
	const found = isBatch ? batchIn(journal, id) : journal.get(id);
	if (found?.profile !== profileKey) {
		throw new CommandError({
			exitCode: exitCode.invalid,
			kind: 'not-found',
			message: `Nothing was sent: this account has no ${isBatch ? 'bulk operation' : 'operation'} ${isBatch ? batchNumber(id) : id}.`,
			hint: 'Run chainbell history --json to see the numbers (operation).',
		});
	}

	return found;
}

function batchIn(journal: AwaitedLedger['journal'], id: number): Batch | undefined {
	try {
		return journal.batch(id);
	} catch (error) {
		if (error instanceof MissingEntryError) {
			return undefined;
		}

		throw error;
	}
}
