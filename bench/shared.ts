import type {Size} from './account.ts';
import type {Bench} from './measure.ts';
import {measuredProgram} from './programs.ts';

/** What measures share, and which of them have had it. */
type Shared<T> = {readonly made: Promise<T>; readonly users: Set<string>};

/** Lets measures share something that takes long: each gets the same once, and after that it is made anew, so that a measure that is repeated measures again. */
export function createShared<T>(
	make: (bench: Bench, size: Size) => Promise<T>,
): (bench: Bench, size: Size, measure: string) => Promise<T> {
	const all = new WeakMap<Bench, Map<string, Shared<T>>>();
	return async (bench, size, measure) => {
		const known = all.get(bench) ?? new Map<string, Shared<T>>();
		all.set(bench, known);
		const key = `${measuredProgram()} ${size}`;
		const last = known.get(key);
		const shared =
			last === undefined || last.users.has(measure) ? {made: make(bench, size), users: new Set<string>()} : last;
		known.set(key, shared);
		shared.users.add(measure);
		return shared.made;
	};
}
