import {realpathSync} from 'node:fs';
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
const withoutCommands = (modules: ReadonlySet<string>): ReadonlySet<string> =>
	new Set(modules.values().filter(id => path.relative(path.join(root, 'cli'), id).startsWith('..')));

const isOfPackage = (id: string): boolean => /[\\\/]node_modules[\\\/]/v.test(id);
const isOfReact = (id: string): boolean => /[\\\/]node_modules[\\\/]react[\\\/]/v.test(id);
/** Whether a module of ours draws, and so needs React or Ink. */
const isOfScreens = (id: string): boolean => /^tui[\\\/]|^terminal[\\\/]ink[\\\/]/v.test(path.relative(root, id));
const only = (modules: ReadonlySet<string>, isChosen: (id: string) => boolean): ReadonlySet<string> =>
	new Set(modules.values().filter(id => isChosen(id)));

/** What each chunk has, the first ones first: a module is in the first chunk that it belongs to. */
const chunks: ReadonlyArray<readonly [name: string, modules: (closure: Closure) => ReadonlySet<string>]> = [
	['boot', closure => closure('cli/cache-compiled-code.ts')],
	[
		'main',
		closure =>
			closure('cli/main.ts')
				.union(closure('system/nearest.ts'))
				.union(closure('system/first-letter.ts'))
				.union(closure('../package.json')),
	],
	[
		'common',
		closure =>
			closure('tui/open-screens.ts').intersection(
				closure('cli/list.ts').union(closure('config/profile-file.ts')).union(closure('config/credentials.ts')),
			),
	],
	['page', closure => closure('tui/open-screens.ts').union(closure('tui/shared/text-edit.ts'))],
	['moves', closure => closure('tui/terminal-input.ts').union(closure('tui/list/early-moves.ts'))],
	[
		'command-line',
		closure => closure('cli/run-command-line.ts').union(closure('cli/commands.ts')).union(closure('cli/help-text.ts')),
	],
	['listing', closure => withoutCommands(closure('cli/list.ts'))],
	['list', closure => closure('cli/list.ts')],
	['react', closure => only(closure('tui/run.tsx'), isOfReact)],
	['ink', closure => only(closure('../node_modules/ink/build/index.js'), isOfPackage)],
	[
		'rules',
		closure =>
			only(
				closure('tui/run.tsx')
					.union(closure('tui/help/help-screen.tsx'))
					.union(closure('tui/detail/detail-screen.tsx')),
				id => !isOfPackage(id) && !isOfScreens(id),
			),
	],
	['screens', closure => only(closure('tui/run.tsx'), isOfScreens)],
	['settle', closure => closure('session/settle-pending.ts')],
];

/**
What is needed before the first page, before the first frame of Ink, and before a command that lists prints its first byte, in a few files instead of some twenty each: a file takes Node a part of a millisecond to find, to read and to check. `boot` is loaded before the cache of compiled code is in use; `common` has what both the screens and commands need, `page` what only the first page does, `moves` the keys that act on it. `command-line`, `listing` and `list` are for such a command. `react`, `ink`, `rules` (what the screens share with commands) and `screens` are for the first frame of Ink, and `settle` for the first listing.
*/
export function startChunks(): CodeSplittingGroup[] {
	return chunks.map(([chunk, modulesOf], index) => {
		let modules: ReadonlySet<string> | undefined;
		return {
			debugName: chunk,
			priority: chunks.length - index,
			name(id, context) {
				modules ??= modulesOf(file => staticClosure(context, realpathSync(path.join(root, file))));
				return modules.has(id) ? chunk : null;
			},
		};
	});
}
