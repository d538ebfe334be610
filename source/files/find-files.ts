import {readdirSync, statSync} from 'node:fs';
import path from 'node:path';

/** The names of files with notifications. */
const fileName = /\.(?:ya?ml|jsonl?)$/iv;

/** Whether a file in a folder is taken for one with notifications, by its name. */
export const isFileName = (name: string): boolean => fileName.test(name);

/** The files that a name stands for: itself or, for a folder, the files with notifications in it and in its folders. Empty if a folder has none. */
export function filesIn(name: string): readonly string[] {
	if (name === '-' || statSync(name, {throwIfNoEntry: false})?.isDirectory() !== true) {
		return [name];
	}

	return readdirSync(name, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile() && isFileName(entry.name))
		.map(entry => path.join(entry.parentPath, entry.name))
		.filter(file => !path.relative(name, file).split(path.sep).some(part => part.startsWith('.')))
		.toSorted();
}
