import type {Plugin} from 'rolldown';

/**
Replaces an expression in a dependency; fails the build when it is not found. Lines keep their numbers, so the source map stays valid (`map: null`).

@param id - The path of the file.
@param expression - What is replaced, wherever it occurs.
@param value - What replaces it.
@param prelude - Imports what the value needs.
*/
export function patch(id: RegExp, expression: string | RegExp, value: string, prelude = ''): Plugin {
	return {
		name: 'patch',
		transform: {
			filter: {id},
			handler(code) {
				const patched = code.replaceAll(expression, () => value);
				if (patched === code) {
					this.error(`${String(expression)} was not found: update its patch in rolldown.config.ts`);
				}

				return {code: `${prelude}${patched}`, map: null};
			},
		},
	};
}
