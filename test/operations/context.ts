import {setImmediate as turn} from 'node:timers/promises';
import {awaitWrites, type AwaitedLedger} from '../../source/storage/awaited-ledger.ts';
import type {Ledger} from '../../source/storage/ledger.ts';
import type {OperationContext, OperationLog} from '../../source/operations/operation-context.ts';

/** Under which account the ledgers of these tests keep everything, on whatever port it is served. */
export const profile = 'the account';

export type ContextOptions = {
	readonly service: {readonly baseUrl: string; readonly apiKey: string};
	readonly ledger: Ledger;
	/** Told of every pause, in milliseconds; none of them takes time. */
	readonly onPause?: (milliseconds: number) => void;
	/** The ledger's journal unless given. */
	readonly log?: OperationLog;
};

/** The ledger with awaited writes; none of these tests keeps it busy. */
export function awaited(ledger: Ledger): AwaitedLedger {
	return awaitWrites(ledger, {
		async sleep() {
			await turn();
		},
		onBusy: () => undefined,
	});
}

/** What operations work with: a real ledger and a real service, and no clock. */
export function createContext({service: {baseUrl, apiKey}, ledger, onPause, log}: ContextOptions): OperationContext {
	const {journal, sent, isWritable} = awaited(ledger);
	return {
		connection: {baseUrl, apiKey, timeout: 10_000},
		profile,
		profileName: 'test',
		log: log ?? journal,
		sent,
		isLogPersistent: isWritable,
		retry: {
			async sleep(milliseconds) {
				onPause?.(milliseconds);
				await turn();
			},
		},
		now: () => 0,
		signal: new AbortController().signal,
	};
}
