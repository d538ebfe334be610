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

type Closure = (file: string) => ReadonlySet<string>;

/** Without the command line: what the screens need as well must not bring that with it. */
const withoutCommands = (modules: ReadonlySet<string>): ReadonlySet<string> => new Set(modules.values().filter(id => path.relative(path.join(root, 'cli'), id).startsWith('..')));

/** What each chunk has, the first ones first: a module is in the first chunk that it belongs to. */
const chunks: ReadonlyArray<readonly [name: string, modules: (closure: Closure) => ReadonlySet<string>]> = [
	['boot', closure => closure('cli/cache-compiled-code.ts')],
	['main', closure => closure('cli/main.ts').union(closure('system/nearest.ts'))],
	['common', closure => closure('tui/open-screens.ts').intersection(closure('cli/list.ts').union(closure('config/profile-file.ts')).union(closure('config/credentials.ts')))],
	['page', closure => closure('tui/open-screens.ts')],
	['command-line', closure => closure('cli/run-command-line.ts').union(closure('cli/commands.ts')).union(closure('cli/help-text.ts'))],
	['listing', closure => withoutCommands(closure('cli/list.ts'))],
	['list', closure => closure('cli/list.ts')],
];

/**
What is needed before the first page, and before a command that lists prints its first byte, in a few files instead of some twenty: each takes Node a part of a millisecond to find, to read and to check. `boot` is loaded before the cache of compiled code is in use, `common` has what both the screens and commands need, `page` what only the screens do, and `command-line`, `listing` and `list` what such a command does.
*/
export function startChunks(): CodeSplittingGroup[] {
	return chunks.map(([chunk, modulesOf], index) => {
		let modules: ReadonlySet<string> | undefined;
		return {
			debugName: chunk,
			priority: chunks.length - index,
			name(id, context) {
				modules ??= modulesOf(file => staticClosure(context, path.join(root, file)));
				return modules.has(id) ? chunk : null;
			},
		};
	});
}
