import {findProfile} from '../config/profile.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {accountRequest} from './command-host.ts';
import {CommandError} from './command-error.ts';
import type {Running} from './command.ts';

/** Pulls what the team of an account did, for a command that only reads the ledger. Without a team nothing is loaded. */
export async function pullShared(run: Running): Promise<void> {
	const {profile: request} = accountRequest(run.options, run.host);
	const choice = request && (await findProfile({...request, isAddressOnly: true}));
	if (choice?.state !== 'found' || choice.profile.team === undefined) {
		return;
	}

	const {openSession} = await import('./open-session.ts');
	try {
		await using _opened = await openSession(run);
	} catch (error) {
		if (!(error instanceof CommandError)) {
			throw error;
		}

		run.printError(`What colleagues did since the last time may be missing: ${sanitise(error.message)}`);
	}
}
