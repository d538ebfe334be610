import {mkdtemp} from 'node:fs/promises';
import path from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {startAccount, type Account, type Size} from './account.ts';
import type {configureHome} from './config-file.ts';
import type {Bench} from './measure.ts';
import {measuredProgram, openChainbell, type OpenOptions} from './programs.ts';
import {hasRows, isComplete} from './screen.ts';

/** Milliseconds that the program has to remember what it listed; nothing on the screen says that it has. */
const timeToRemember = 3000;

/** Accounts and homes, made when first asked for; disposing ends the processes. */
export function openBench(folder: string, isQuick: boolean): Bench & AsyncDisposable {
	const accounts = new Map<Size, Promise<Account>>();
	const homes = new Map<string, Promise<string>>();

	const account = async (size: Size) => {
		const made = accounts.get(size) ?? startAccount(folder, size);
		accounts.set(size, made);
		return made;
	};

	return {
		runs: isQuick ? {short: 5, long: 2} : {short: 15, long: 5},
		presses: isQuick ? 120 : 300,
		minute: isQuick ? 10_000 : 60_000,
		watching: isQuick ? 20_000 : 120_000,
		rounds: isQuick ? 1 : 2,
		folder,
		account,
		async usedHome(size) {
			// A build does not read what another one remembers.
			const key = `${measuredProgram()} ${size}`;
			const made = homes.get(key) ?? useHome(folder, await account(size));
			homes.set(key, made);
			return made;
		},
		async [Symbol.asyncDispose]() {
			// One that could not be made has nothing to stop.
			for (const made of await Promise.allSettled(accounts.values())) {
				if (made.status === 'fulfilled') {
					await made.value[Symbol.asyncDispose]();
				}
			}
		},
	};
}

/** Makes a home and lists the account in it once. `configure` says how the program is told of it: by environment variables, unless given. */
export async function useHome(
	folder: string,
	account: Account,
	configure: typeof configureHome = async ({environment}) => ({environment}),
	options: OpenOptions = {},
): Promise<string> {
	const home = await mkdtemp(path.join(folder, 'home-'));
	await using terminal = openChainbell(await configure(account, home), home, options);
	await terminal.until('The complete listing', lines => hasRows(lines) && isComplete(lines, account.size));
	await delay(timeToRemember);
	terminal.press('q');
	await terminal.ended;
	return home;
}
