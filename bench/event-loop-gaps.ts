import {readFile} from 'node:fs/promises';
import type {OpenOptions} from './programs.ts';

/** Has the program write down its gaps (event-loop-probe.ts) to a file, when it ends. */
export const withGapProbe = (file: string): OpenOptions => ({
	preload: new URL('event-loop-probe.ts', import.meta.url).href,
	env: {CHAINBELL_BENCH_PROBE: file},
});

/** A gap: how long it was by the clock, and how long the main thread used a CPU in it, in milliseconds. */
export type Gap = {readonly wall: number; readonly cpu: number};

/** The gaps that overlap the time between two moments (`performance.now()`). */
export async function gapsIn(file: string, from: number, to: number): Promise<readonly Gap[]> {
	const gaps = JSON.parse(await readFile(file, 'utf8')) as Array<[at: number, wall: number, cpu: number]>;
	const {timeOrigin} = performance;
	return gaps
		.filter(([at, wall]) => at > timeOrigin + from && at - wall < timeOrigin + to)
		.map(([, wall, cpu]) => ({wall, cpu}));
}

/** The longest of the gaps by the clock, and the most that was computed in one. */
export const longestOf = (gaps: readonly Gap[]): Gap => ({
	wall: Math.max(0, ...gaps.map(({wall}) => wall)),
	cpu: Math.max(0, ...gaps.map(({cpu}) => cpu)),
});
