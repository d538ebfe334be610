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
	return ['--import', `data:text/javascript,${encodeURIComponent(preload).replaceAll("'", '%27')}`, builtProgram];
}

/** Code that never ends, and handles no event. */
export const hang = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

/** Arguments for Node: the built program, which loads React and Ink only once a file exists, and handles keys until then. */
export function untilFile(file: string): string[] {
	const preload = `
		const {existsSync} = process.getBuiltinModule('node:fs');
		const timers = process.getBuiltinModule('node:timers/promises');
		const {setImmediate, setTimeout} = timers;
		timers.setImmediate = async () => {
			while (!existsSync(${JSON.stringify(file)})) {
				await setTimeout(5);
			}

			return setImmediate();
		};
	`;
	return ['--import', `data:text/javascript,${encodeURIComponent(preload).replaceAll("'", '%27')}`, builtProgram];
}

/**
Arguments for Node: the built program, which reads a `j` at every step of its start once the first page can be drawn: before each chunk that it loads, up to the one with the screens, and at each turn of the event loop that it waits for; and then a `?`.

@param file - Gets a character for each of these keys.
*/
export function pressingAtEveryStep(file: string): string[] {
	const preload = `
		import {registerHooks} from 'node:module';
		const {appendFileSync} = process.getBuiltinModule('node:fs');
		const timers = process.getBuiltinModule('node:timers/promises');
		const {setImmediate} = timers;
		let isBeforeScreens = true;
		let turns = 0;
		const press = () => {
			appendFileSync(${JSON.stringify(file)}, 'j');
			process.stdin.push(Buffer.from('j'));
		};

		registerHooks({load(url, context, next) {
			if (turns > 0 && isBeforeScreens && url.includes('/chunks/')) {
				press();
			}

			isBeforeScreens &&= !url.includes('/chunks/screens-');
			return next(url, context);
		}});
		timers.setImmediate = async () => {
			// The last two of thirteen come after the first frame of Ink.
			turns++;
			if (turns <= 13) {
				press();
			}

			if (turns === 13) {
				process.stdin.push(Buffer.from('?'));
			}

			return setImmediate();
		};
	`;
	return ['--import', `data:text/javascript,${encodeURIComponent(preload).replaceAll("'", '%27')}`, builtProgram];
}
