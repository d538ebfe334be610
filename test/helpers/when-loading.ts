import {builtProgram} from './terminal-home.ts';

/** Arguments for Node: the built program, but when it loads a chunk of that name this happens instead. */
export function whenLoading(chunk: string, code: string): string[] {
	const preload = `
		import {registerHooks} from 'node:module';
		registerHooks({load(url, context, next) {
			if (url.includes('/chunks/${chunk}-')) { ${code} }
			return next(url, context);
		}});
	`;
	return ['--import', `data:text/javascript,${encodeURIComponent(preload).replaceAll('\'', '%27')}`, builtProgram];
}

/** Code that never ends, and handles no event. */
export const hang = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
