import {sizes} from '../account.ts';
import {cpuTime} from '../cpu-time.ts';
import type {Measure} from '../measure.ts';
import {useWhileWatching} from '../watching.ts';

/** How much of a core it takes to list the account every 30 seconds, and to show what changed. */
export const cpuWatching: Measure = {
	name: 'cpu-watching',
	what: 'CPU used while watching, every 30 s',
	against: undefined,
	unit: '% of a core',
	budget: 2,
	needs: [],
	sizes,
	judged: sizes,
	async run({account: accountOf, rounds}, size) {
		const {amount, milliseconds} = await useWhileWatching(await accountOf(size), rounds, async ({pid}) => cpuTime(pid));
		return {ours: [amount / milliseconds * 100], note: `over ${Math.round(milliseconds / 1000)} s; a refresh took ${Math.round(amount / rounds)} ms of a CPU.`};
	},
};
