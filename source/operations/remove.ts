import type {OldNotification} from '../ledger/operation.ts';
import type {Bench} from './bench.ts';
import {pursue} from './pursue.ts';
import type {Settled} from './settled.ts';

/**
Deletes a notification with one DELETE; what it said is written down first, so that it can be restored. Where the outcome is unknown, or the service knows no such notification, a listing decides; only a complete one proves absence.
*/
export async function remove(bench: Bench, old: OldNotification): Promise<Settled> {
	return pursue(bench, bench.log.begin({profile: bench.profile, profileName: bench.profileName, kind: 'delete', old}));
}
