import {readdir, utimes} from 'node:fs/promises';
import path from 'node:path';
import {makeHome} from '../test/helpers/terminal-home.ts';

const hour = 3_600_000;

/**
Makes what a home remembers of listings an hour old, so that the age on the screen tells a new listing from a remembered one.

@throws When nothing is remembered.
*/
export async function ageListings(home: string): Promise<void> {
	const folder = path.join(makeHome(home).environment.XDG_STATE_HOME!, 'chainbell', 'ledger.sqlite-listings');
	const names = await readdir(folder);
	if (names.length === 0) {
		throw new Error('The home remembers no listing');
	}

	const at = new Date(Date.now() - hour);
	await Promise.all(names.map(async name => utimes(path.join(folder, name), at, at)));
}
