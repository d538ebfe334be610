import {sizes} from '../account.ts';
import type {Measure} from '../measure.ts';
import {useWhileWatching} from '../watching.ts';
import {mostBytes} from '../written-by.ts';

/** What a minute of watching writes to the terminal, every 30 seconds. */
export const bytesWatching: Measure = {
	name: 'bytes-watching',
	what: 'bytes a minute of watching writes, every 30 s',
	against: undefined,
	unit: 'bytes',
	budget: mostBytes,
	needs: [],
	sizes,
	judged: [100_000],
	async run({account: accountOf, rounds}, size) {
		const {amount, milliseconds} = await useWhileWatching(await accountOf(size), rounds, async ({written}) => written);
		return {ours: [amount / milliseconds * 60_000], note: `over ${Math.round(milliseconds / 1000)} s.`};
	},
};
