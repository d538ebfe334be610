import {cpuTime} from '../cpu-time.ts';
import type {Measure} from '../measure.ts';
import {useAtRest} from '../watching.ts';

/** How much of a core the list takes while nothing happens. */
export const cpuIdle: Measure = {
	name: 'cpu-idle',
	what: 'CPU used while idle',
	against: undefined,
	unit: '% of a core',
	budget: 0.5,
	needs: [],
	sizes: [100_000],
	judged: [100_000],
	async run({account: accountOf, minute}, size) {
		const {amount, milliseconds} = await useAtRest(await accountOf(size), minute, async ({pid}) => cpuTime(pid));
		return {ours: [(amount / milliseconds) * 100], note: `over ${Math.round(milliseconds / 1000)} s.`};
	},
};
