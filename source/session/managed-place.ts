import type {AwaitedLedger} from '../storage/awaited-ledger.ts';
import {LedgerError} from '../storage/ledger-error.ts';
import {stateOfFile} from './remember-plan.ts';

/** The file and the line that describe a notification, as it was planned last. */
export type ManagedBy = {
	/** The absolute path. */
	readonly path: string;
	readonly line: number;
	/** Whether the file is as it was then. Otherwise the line may be another one, and the entry gone. */
	readonly isCurrent: boolean;
};

/** Finds the file that describes a notification; undefined if none was planned here, or it is gone. */
export function managedPlace(ledger: Pick<AwaitedLedger, 'planned'> | undefined, profileKey: string, id: string): ManagedBy | undefined {
	try {
		const place = ledger?.planned.placeOf(profileKey, id);
		const now = place && stateOfFile(place.path);
		return place === undefined || now === undefined ? undefined : {path: place.path, line: place.line, isCurrent: now.size === place.size && now.modified === place.modified};
	} catch (error) {
		if (error instanceof LedgerError) {
			return undefined;
		}

		throw error;
	}
}
