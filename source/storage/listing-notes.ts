import {rmSync} from 'node:fs';
import {rename, rm, writeFile} from 'node:fs/promises';
import process from 'node:process';
import {readTextFile} from '../platform/files.ts';

/** The path of the notes: a file next to the listing, whose first line has the ID of the listing. Notes are a cache: if they cannot be read or written, they count as missing. */
const notesFileOf = (listingFile: string): string => listingFile.replace(/\.json$/v, '.notes');

/** The maximum size of notes in bytes: far more than those of a million notifications. */
const limit = 200_000_000;

/** The notes stored with a listing; undefined if there are none, or they belong to another listing. */
export function readNotes(listingFile: string, listingId: string): string | undefined {
	try {
		const text = readTextFile(notesFileOf(listingFile), limit);
		return text.startsWith(`${listingId}\n`) ? text.slice(listingId.length + 1) : undefined;
	} catch {
		return undefined;
	}
}

/** Replaces the notes. The file has mode 0600. */
export async function writeNotes(listingFile: string, listingId: string, notes: string): Promise<void> {
	const file = notesFileOf(listingFile);
	const temporary = `${file}.${process.pid}`;
	try {
		await writeFile(temporary, `${listingId}\n${notes}`, {mode: 0o600});
		await rename(temporary, file);
	} catch {
		await rm(temporary, {force: true}).catch(() => undefined);
	}
}

export function removeNotes(listingFile: string): void {
	rmSync(notesFileOf(listingFile), {force: true});
}
