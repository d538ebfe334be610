import path from 'node:path';
import type {CodeSplittingGroup} from 'rolldown';

type Context = Parameters<Extract<CodeSplittingGroup['name'], (...values: never[]) => unknown>>[1];

const root = path.resolve(import.meta.dirname, '../../source');

/** A module with all that it imports statically. */
function staticClosure(context: Context, id: string, found = new Set<string>()): ReadonlySet<string> {
	const module = context.getModuleInfo(id);
	if (module === null) {
		throw new Error(`${id} is not in the bundle`);
	}

	found.add(id);
	for (const imported of module.importedIds) {
		if (!found.has(imported) && context.getModuleInfo(imported) !== null) {
			staticClosure(context, imported, found);
		}
	}

	return found;
}

/** Which chunk of the start a module belongs to. */
function chunkOf(context: Context): (id: string) => string | null {
	const closure = (file: string) => staticClosure(context, path.join(root, file));
	const main = closure('cli/main.ts');
	const page = closure('tui/open-screens.ts');
	const list = closure('cli/list.ts');
	return id => {
		if (main.has(id)) {
			return 'main';
		}

		if (page.has(id)) {
			return list.has(id) ? 'common' : 'page';
		}

		return null;
	};
}

/**
What is needed before the first page, in three files instead of some twenty: each takes Node a part of a millisecond to find, to read and to check. `main` is loaded before the cache of compiled code is in use, `common` has what other commands need as well, and `page` what only the screens need.
*/
export function startChunks(): CodeSplittingGroup[] {
	let find: ((id: string) => string | null) | undefined;
	return [{
		debugName: 'start',
		name(id, context) {
			find ??= chunkOf(context);
			return find(id);
		},
	}];
}
