import {LedgerError} from '../storage/ledger-error.ts';
import type {OperationResult} from './operation-result.ts';

/**
Runs an operation, and makes what the journal cannot write down (a full disk, a file that was moved) an ending like others. Nothing is sent that could not be written down first; what was sent before may have taken effect.
*/
export async function withJournal<T>(operate: () => Promise<T>): Promise<T | Extract<OperationResult, {kind: 'impossible'}>> {
	try {
		return await operate();
	} catch (error) {
		if (error instanceof LedgerError) {
			return {kind: 'impossible', reason: `${error.message} Nothing more was sent: look at the listing before you go on.`};
		}

		throw error;
	}
}
