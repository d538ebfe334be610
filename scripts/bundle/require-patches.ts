import type {Plugin} from 'rolldown';
import type {Patch} from './patch.ts';

/**
The plugins of some patches, each of which must change something: otherwise the build fails and names it. A patch whose file has another name would never run.

@param patches - All patches of a build.
*/
export function requirePatches(patches: readonly Patch[]): Plugin[] {
	const unused = new Set<Patch>();
	const recording = patches.map((patch): Plugin => ({
		...patch,
		transform: {
			...patch.transform,
			handler(code) {
				const result = patch.transform.handler.call(this, code);
				if (result.code !== code) {
					unused.delete(patch);
				}

				return result;
			},
		},
	}));

	return [
		...recording,
		{
			name: 'require patches',
			buildStart() {
				for (const patch of patches) {
					unused.add(patch);
				}
			},
			buildEnd(error) {
				if (error === undefined && unused.size > 0) {
					this.error(
						[
							'These patches changed nothing; update them (scripts/bundle/ink-patches.ts, rolldown.config.ts):',
							...unused.values().map(({name}) => name),
						].join('\n  '),
					);
				}
			},
		},
	];
}
