import {existsSync, rmSync, statSync} from 'node:fs';
import {writePrivateFile, readTextFile} from '../../platform/files.ts';

/** How long a check counts, in milliseconds: a disk can damage a file without changing its times. */
const validFor = 86_400_000;

/** When every page of a ledger was checked, and how the file was then. */
export type CheckedMark = {
	/** Milliseconds since the epoch. */
	readonly checkedAt: number;
	/** The result of `stateOf`. */
	readonly state: string;
};

/** The inode, size and times of a ledger and of its log: every write changes one of them. `ctime` is among the times because a program can set `mtime` back. */
export const stateOf = (file: string): string =>
	['', '-wal']
		.map(suffix => {
			const found = statSync(file + suffix, {throwIfNoEntry: false, bigint: true});
			return found === undefined ? 'none' : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
		})
		.join(', ');

/**
Returns when a ledger was checked, if that was less than a day ago and it has not changed since.

@param file - The path of the ledger.
@param now - Milliseconds since the epoch.
*/
export function checkedSince(file: string, now: number): number | undefined {
	try {
		const {checkedAt, state} = JSON.parse(readTextFile(markOf(file))) as CheckedMark;
		return state === stateOf(file) && now >= checkedAt && now - checkedAt < validFor ? checkedAt : undefined;
	} catch {
		return undefined;
	}
}

/** Remembers beside a ledger that it was checked. @throws an error of the file system */
export async function rememberCheck(file: string, mark: CheckedMark): Promise<void> {
	await writePrivateFile(markOf(file), JSON.stringify(mark));
}

/** Remembers that a ledger is as this program leaves it, unless it was found damaged since the check. @throws an error of the file system */
export async function renewCheck(file: string, checkedAt: number): Promise<void> {
	if (existsSync(markOf(file))) {
		await rememberCheck(file, {checkedAt, state: stateOf(file)});
	}
}

/** Has a ledger checked at the next start, because damage was found in it. */
export function forgetCheck(file: string): void {
	try {
		rmSync(markOf(file), {force: true});
	} catch {
		// Then it is checked in a day at the latest.
	}
}

const markOf = (file: string) => `${file}-checked.json`;
