import {rename, rm, writeFile} from 'node:fs/promises';

/** Writes a file that only its owner may read, and replaces an existing one as a whole. @throws an error of the file system */
export async function writePrivateFile(file: string, text: string): Promise<void> {
	const temporary = `${file}.new`;
	await rm(temporary, {force: true});
	await writeFile(temporary, text, {mode: 0o600, flag: 'wx'});
	await rename(temporary, file);
}
