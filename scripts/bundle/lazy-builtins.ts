import {isBuiltin} from 'node:module';
import MagicString from 'magic-string';
import type {Plugin} from 'rolldown';

/** How a CommonJS chunk imports `node:NAME`, as a variable that no text contains: a `require`, and for the default import a line that wraps it. */
const requirePattern =
	/^let (?<name>node_\w+) = require\("(?<id>[^"]+)"\);\n(?:\k<name> = [\w$.]+\(\k<name>(?:, 1)?\);\n)?/gmv;

/** A variable of a chunk that is set from a module as soon as the chunk is loaded. */
const eagerPattern = /^(?:const|let|var) .*(?<!\?\?= )require\("(?<id>[^"]+)"\)/gmv;

/** A package whose chunk loads them at once: it names them without `node:`, so that their variables are words that its text contains, and is loaded long after the first frame. */
const eagerPackage = /\/node_modules\/postgres\//v;

/** Loads each of Node's own modules when it is first used: some take milliseconds, and most are not needed for the first frame. Works on chunks in the CommonJS format, before they are minified, and fails the build when one has an import of another form. */
export const lazyBuiltins: Plugin = {
	name: 'lazy builtins',
	renderChunk(code, {fileName, moduleIds}) {
		const chunk = new MagicString(code);
		for (const {0: statement, index, groups} of code.matchAll(requirePattern)) {
			const {name, id} = groups as {name: string; id: string};
			if (!isBuiltin(id)) {
				continue;
			}

			chunk.overwrite(index, index + statement.length, `let ${name};\n`);
			const end = index + statement.length;
			// The default export of a module of Node's is the module.
			for (const use of code
				.slice(end)
				.matchAll(new RegExp(String.raw`(?<![\w$.])${name}(?:\.default)?(?![\w$])`, 'gv'))) {
				chunk.overwrite(end + use.index, end + use.index + use[0].length, `(${name} ??= require("${id}"))`);
			}
		}

		const eager = moduleIds.some(id => eagerPackage.test(id))
			? undefined
			: chunk
					.toString()
					.matchAll(eagerPattern)
					.find(({groups}) => isBuiltin(groups!.id!));
		if (eager !== undefined) {
			this.error(`${fileName}: ${eager[0]} is not made lazy: update scripts/bundle/lazy-builtins.ts`);
		}

		return {code: chunk.toString(), map: chunk.generateMap({source: fileName, hires: 'boundary'})};
	},
};
