import type {TransformPluginContext} from 'rolldown';

type Result = {readonly code: string; readonly map: null};

/** A plugin that replaces text in the code of others. Its name says what, and where. */
export type Patch = {
	readonly name: string;
	readonly transform: {
		readonly filter: {readonly id: RegExp} | {readonly code: RegExp};
		readonly handler: (this: TransformPluginContext, code: string) => Result;
	};
};

/**
Replaces an expression in a dependency; fails the build when it is not found. Lines keep their numbers, so the source map stays valid (`map: null`).

@param id - The path of the file.
@param expression - What is replaced, wherever it occurs.
@param value - What replaces it, or makes that of what was found.
@param prelude - Imports what the value needs.
*/
export function patch(
	id: RegExp,
	expression: string | RegExp,
	value: string | ((found: string) => string),
	prelude = '',
): Patch {
	return {
		name: `patch of ${id.source}: ${String(expression)}`,
		transform: {
			filter: {id},
			handler(code) {
				const patched = code.replaceAll(expression, found => (typeof value === 'string' ? value : value(found)));
				if (patched === code) {
					this.error(
						`${String(expression)} was not found: update its patch (scripts/bundle/ink-patches.ts, rolldown.config.ts)`,
					);
				}

				return {code: `${prelude}${patched}`, map: null};
			},
		},
	};
}
