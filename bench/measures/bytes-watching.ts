import {outerSizes} from '../account.ts';
import type {Measure} from '../measure.ts';
import {watchUnchanged} from '../watching.ts';
import {mostBytes} from '../written-by.ts';

const name = 'bytes-watching';

/** What a minute of watching writes to the terminal, every 30 seconds. */
export const bytesWatching: Measure = {
	name,
	what: 'bytes a minute of watching writes, every 30 s',
	against: undefined,
	unit: 'bytes',
	budget: mostBytes,
	needs: [],
	sizes: outerSizes,
	judged: [100_000],
	async run(bench, size) {
		const {written, milliseconds} = await watchUnchanged(bench, size, name);
		return {ours: [(written / milliseconds) * 60_000], note: `over ${Math.round(milliseconds / 1000)} s.`};
	},
};
