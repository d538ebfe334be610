import {readdir, stat} from 'node:fs/promises';
import path from 'node:path';
import {isFileName} from '../files/find-files.ts';

/** The most names that a completion returns. */
const mostNames = 500;

/** The path that a person has typed, as an absolute one: `~` is the home. */
export function typedPath(typed: string, home: string): string {
	const text = typed.trim();
	return path.resolve(text === '~' || text.startsWith('~/') ? path.join(home, text.slice(1)) : text);
}

/** The folders and the files of notifications whose paths begin with a typed text, as they would be typed, sorted. Hidden ones only if the text says so. */
export async function completePath(typed: string, home: string): Promise<readonly string[]> {
	const text = typed === '~' ? '~/' : typed.trimStart();
	const start = text.slice(0, text.lastIndexOf('/') + 1);
	const begun = text.slice(start.length);
	const folder = typedPath(start === '' ? '.' : start, home);
	const entries = await readdir(folder, {withFileTypes: true}).catch(() => []);
	const matching = entries.filter(
		({name}) => name.startsWith(begun) && (begun.startsWith('.') || !name.startsWith('.')),
	);
	const names = await Promise.all(
		matching.slice(0, mostNames).map(async entry => {
			const isFolder =
				entry.isDirectory() || (entry.isSymbolicLink() && (await isFolderAt(path.join(folder, entry.name))));
			if (isFolder) {
				return [`${start}${entry.name}/`];
			}

			return isFileName(entry.name) ? [`${start}${entry.name}`] : [];
		}),
	);
	return names.flat().toSorted();
}

async function isFolderAt(file: string): Promise<boolean> {
	try {
		const found = await stat(file);
		return found.isDirectory();
	} catch {
		return false;
	}
}

/** The longest text that all of some texts begin with; it breaks no character. */
export function commonStart([first = '', ...others]: readonly string[]): string {
	const characters = [...first];
	const length = characters.findIndex((_character, index) => {
		const start = characters.slice(0, index + 1).join('');
		return others.some(other => !other.startsWith(start));
	});
	return characters.slice(0, length === -1 ? undefined : length).join('');
}
