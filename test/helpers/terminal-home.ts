import {mkdtempSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Where the build leaves the program. */
export const builtProgram = path.resolve(import.meta.dirname, '../../dist/cli.cjs');

/** A home for a program under test, and the environment that points to it. */
export type Home = AsyncDisposable & {
	readonly path: string;
	/** The same on every machine, but for PATH: nothing else of ours reaches the program. */
	readonly environment: Readonly<Record<string, string>>;
};

/**
Makes an empty home, removed when disposed; one that is given is used as it is and kept.
*/
export function makeHome(given?: string): Home {
	const home = given ?? mkdtempSync(path.join(tmpdir(), 'chainbell-'));
	return {
		path: home,
		environment: {
			PATH: process.env.PATH ?? '',
			HOME: home,
			XDG_CONFIG_HOME: path.join(home, 'config'),
			XDG_DATA_HOME: path.join(home, 'data'),
			XDG_STATE_HOME: path.join(home, 'state'),
			XDG_CACHE_HOME: path.join(home, 'cache'),
			TERM: 'xterm-256color',
			LANG: 'C.UTF-8',
			TZ: 'UTC',
		},
		async [Symbol.asyncDispose]() {
			if (given === undefined) {
				await rm(home, {recursive: true, force: true, maxRetries: 3});
			}
		},
	};
}
