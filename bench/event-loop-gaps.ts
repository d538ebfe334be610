import {readFile} from 'node:fs/promises';
import type {OpenOptions} from './programs.ts';

/** Has the program write down its gaps (event-loop-probe.ts) to a file, when it ends. */
export const withGapProbe = (file: string): OpenOptions => ({
	preload: new URL('event-loop-probe.ts', import.meta.url).href,
	env: {CHAINBELL_BENCH_PROBE: file},
});

/** The gaps, in milliseconds, that ended between two moments (`performance.now()`). */
export async function gapsIn(file: string, from: number, to: number): Promise<readonly number[]> {
	const gaps = JSON.parse(await readFile(file, 'utf8')) as Array<[at: number, gap: number]>;
	return gaps.filter(([at]) => at > performance.timeOrigin + from && at < performance.timeOrigin + to).map(([, gap]) => gap);
}
