import type {Screen} from './terminal-screen.ts';
import {patience} from './wait.ts';

export type Wait = {
	/** How the error begins: `Waited for …`. */
	readonly what: string;
	readonly isMet: (text: string) => boolean;
};

/** Waits, woken by output, until a screen's text meets a condition, and returns that text; fails, showing the screen, when patience runs out or `end` (no more output can come) is first. */
export async function waitUntil(screen: Screen, end: Promise<unknown>, {what, isMet}: Wait): Promise<string> {
	const {promise, resolve} = Promise.withResolvers<string>();
	const check = () => {
		// Within a synchronised update a terminal shows nothing yet.
		if (!screen.modes.synchronizedOutput && isMet(screen.text)) {
			resolve('');
		}
	};

	const stop = screen.onChange(check);
	const timer = setTimeout(resolve, patience, `not within ${patience} ms`);
	void end.then(how => {
		resolve(`the program ended: ${JSON.stringify(how)}`);
	});
	check();
	const obstacle = await promise;
	clearTimeout(timer);
	stop();
	const {text} = screen;
	if (!isMet(text)) {
		throw new Error(`${what}, but ${obstacle}. The screen:\n${text}`);
	}

	return text;
}

/** Whether a screen holds a text. */
export function isOn(screen: string, wanted: string | RegExp): boolean {
	return typeof wanted === 'string' ? screen.includes(wanted) : screen.search(wanted) !== -1;
}
