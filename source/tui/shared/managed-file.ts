import {rememberedPlaces, type PlannedLedger} from '../../session/managed-place.ts';
import {stateOfFile} from '../../session/remember-plan.ts';
import {bestEffort} from '../../storage/best-effort.ts';
import {keyOf} from '../keys/match.ts';
import {baseName} from './base-name.ts';

/** The file that was planned here and describes a notification, if it is still there. */
function fileOf(ledger: PlannedLedger, profileKey: string, id: string): string | undefined {
	return rememberedPlaces(ledger, profileKey, id).find(({path}) => stateOfFile(path) !== undefined)?.path;
}

/** The file to pull into: the one that describes the notification or, without one, the one that was planned here last. Undefined if there is none, or the ledger cannot be read. */
export function fileToPull(ledger: PlannedLedger | undefined, profileKey: string, id: string | undefined): string | undefined {
	let path: string | undefined;
	void bestEffort(() => {
		if (ledger !== undefined) {
			path = (id === undefined ? undefined : fileOf(ledger, profileKey, id)) ?? ledger.planned.paths(profileKey).find(each => stateOfFile(each) !== undefined);
		}
	});
	return path;
}

/** Offers, after a change, to write it into the file that describes the notification: a sentence with a space before it, safe to show; empty if no file does. */
export function pullOffer(ledger: PlannedLedger | undefined, profileKey: string, id: string | undefined): string {
	let path: string | undefined;
	void bestEffort(() => {
		path = ledger === undefined || id === undefined ? undefined : fileOf(ledger, profileKey, id);
	});
	return path === undefined ? '' : ` ${keyOf('list', 'pull-file')} pulls it into ${baseName(path)}.`;
}
