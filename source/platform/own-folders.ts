import {chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import envPaths from 'env-paths';

// Loaded before the cache of compiled code is in use, so it imports little.

/** The paths of this program's files, in the platform's usual directories (XDG base directories on Linux). */
export type Paths = {
	/** The file config.yaml, with the profiles and settings. */
	readonly configFile: string;
	/** The sandbox's notifications. Its API keys are in a separate file in the same directory. */
	readonly sandboxFile: string;
	/** The local database: journal, drafts, sent templates, learned values. */
	readonly ledgerFile: string;
	/** The cache of compiled code (V8). */
	readonly compiledFolder: string;
};

/** Determines the paths; creates nothing. */
export function findPaths(): Paths {
	// Env-paths calls the XDG state directory `log`.
	const {config, data, cache, log: state} = envPaths('chainbell', {suffix: ''});
	return {
		configFile: path.join(config, 'config.yaml'),
		sandboxFile: path.join(data, 'sandbox.sqlite'),
		ledgerFile: path.join(state, 'ledger.sqlite'),
		compiledFolder: path.join(cache, 'compiled'),
	};
}

/** Creates a folder that is missing, and those above it, with mode 0700 whatever the umask. Each by itself: with `recursive` Node tries for ever where none can be made, as in /proc. @throws an error of the file system */
export function makePrivateFolder(folder: string): void {
	if (isFolder(folder)) {
		return;
	}

	const above = path.dirname(folder);
	if (!existsSync(above)) {
		makePrivateFolder(above);
	}

	try {
		mkdirSync(folder, {mode: 0o700});
		chmodSync(folder, 0o700);
	} catch (error) {
		// Another process may have made it meanwhile.
		if (!isFolder(folder)) {
			throw error;
		}
	}
}

const isFolder = (folder: string): boolean => statSync(folder, {throwIfNoEntry: false})?.isDirectory() === true;

/**
Creates a folder of mode 0700 if it is missing, and checks that it and its subfolders belong to this user and that no other user can write to them. Files in the folder are executed.

@returns Whether it may be used.
@throws When it cannot be created or read.
*/
export function canTrustFolder(folder: string): boolean {
	makePrivateFolder(folder);
	return (
		process.platform === 'win32' ||
		[
			folder,
			...readdirSync(folder, {withFileTypes: true})
				.filter(entry => !entry.isFile())
				.map(({name}) => path.join(folder, name)),
		].every(each => isOwn(each))
	);
}

function isOwn(folder: string): boolean {
	const found = lstatSync(folder);
	// The last two octal digits are the permissions of group and others.
	return found.isDirectory() && found.uid === process.getuid?.() && !/[2367]/v.test(found.mode.toString(8).slice(-2));
}
