import {lstatSync, readdirSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {makePrivateFolder} from '../system/private-folder.ts';

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
