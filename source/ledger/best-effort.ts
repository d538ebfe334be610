import {LedgerError} from './ledger-error.ts';

/** Runs a write that the program can do without, and ignores errors of the ledger: a full disk must not stop anybody from working. The write starts immediately. */
export async function bestEffort(write: () => unknown): Promise<void> {
	try {
		await write();
	} catch (error) {
		if (!(error instanceof LedgerError)) {
			throw error;
		}
	}
}
