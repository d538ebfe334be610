import {isBuiltin} from 'node:module';
import MagicString from 'magic-string';
import type {Plugin} from 'rolldown';

/** How a CommonJS chunk imports `node:NAME`, as a variable that no text contains: a `require`, and for the default import a line that wraps it. */
const requirePattern = /^let (?<name>node_\w+) = require\("(?<id>[^"]+)"\);\n(?:\k<name> = [\w$.]+\(\k<name>(?:, 1)?\);\n)?/gmv;

/** Loads each of Node's own modules when it is first used: some take milliseconds, and most are not needed for the first frame. Works on chunks in the CommonJS format, before they are minified. */
export const lazyBuiltins: Plugin = {
	name: 'lazy builtins',
	renderChunk(code, {fileName}) {
		const chunk = new MagicString(code);
		for (const {0: statement, index, groups} of code.matchAll(requirePattern)) {
			const {name, id} = groups as {name: string; id: string};
			if (!isBuiltin(id)) {
				continue;
			}

			chunk.overwrite(index, index + statement.length, `let ${name};\n`);
			const end = index + statement.length;
			// The default export of a module of Node's is the module.
			for (const use of code.slice(end).matchAll(new RegExp(String.raw`(?<![\w$.])${name}(?:\.default)?(?![\w$])`, 'gv'))) {
				chunk.overwrite(end + use.index, end + use.index + use[0].length, `(${name} ??= require("${id}"))`);
			}
		}

		return {code: chunk.toString(), map: chunk.generateMap({source: fileName, hires: 'boundary'})};
	},
};
