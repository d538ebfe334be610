import {setImmediate as turn} from 'node:timers/promises';
import {awaitWrites, type AwaitedLedger} from '../../source/ledger/awaited-ledger.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import {createMonotonicClock} from '../../source/platform/clock.ts';
import type {OperationContext, OperationLog} from '../../source/operations/operation-context.ts';

/** Under which account the ledgers of these tests keep everything, on whatever port it is served. */
export const profile = 'the account';

export type ContextOptions = {
	readonly service: {readonly baseUrl: string; readonly apiKey: string};
	readonly ledger: Ledger;
	/** Told of every pause, in milliseconds. A pause moves the clock of the operations, and takes no time. */
	readonly onPause?: (milliseconds: number) => void;
	/** Milliseconds; shorter than the pauses of one verification unless given, so that it always comes to an end. */
	readonly settlingTime?: number;
	/** The ledger's journal unless given. */
	readonly log?: OperationLog;
};

/** How many contexts there are: each is an era of its own, as after a restart of the machine. */
let contexts = 0;

/** The ledger with awaited writes; none of these tests keeps it busy. */
export function awaited(ledger: Ledger): AwaitedLedger {
	return awaitWrites(ledger, {
		async sleep() {
			await turn();
		},
		onBusy: () => undefined,
	});
}

/** What operations work with: a real ledger and a real service, and a clock that only pauses move. */
export function createContext({
	service: {baseUrl, apiKey},
	ledger,
	onPause,
	settlingTime = 5000,
	log,
}: ContextOptions): OperationContext {
	let elapsed = 0;
	const era = `context ${++contexts}`;
	const {journal, sent} = awaited(ledger);
	return {
		connection: {baseUrl, apiKey, timeout: 10_000},
		profile,
		profileName: 'test',
		log: log ?? journal,
		sent,
		retry: {
			async sleep(milliseconds) {
				elapsed += milliseconds;
				onPause?.(milliseconds);
				await turn();
			},
		},
		now: () => 0,
		elapsed: createMonotonicClock(era, () => elapsed),
		settlingTime,
		knownSince: () => ({era, at: -Infinity}),
		signal: new AbortController().signal,
	};
}
