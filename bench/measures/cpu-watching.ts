import {outerSizes} from '../account.ts';
import {cpuTime} from '../cpu-time.ts';
import {createNow, startFreshAccount} from '../fresh-account.ts';
import type {Measure, Samples} from '../measure.ts';
import type {TimedTerminal} from '../timed-terminal.ts';
import {useOfRefresh, useWhileWatching, watchUnchanged, type Watch} from '../watching.ts';

/** How much of a core it takes to list the account every 30 seconds, and to show what changed. */
export const cpuWatching: Measure = {
	name: 'cpu-watching',
	what: 'CPU used while watching, every 30 s',
	against: undefined,
	unit: '% of a core',
	budget: 2,
	needs: [],
	sizes: outerSizes,
	judged: outerSizes,
	run: async (bench, size) => samplesOf(await watchUnchanged(bench, size, 'cpu-watching'), bench.rounds),
};

/** The same where each refresh shows a notification more. */
export const cpuWatchingChange: Measure = {
	...cpuWatching,
	name: 'cpu-watching-change',
	what: 'CPU used while watching, one change every 30 s',
	sizes: [100_000],
	judged: [100_000],
	async run({folder, rounds}, size) {
		await using account = await startFreshAccount(folder, size);
		const {amount: cpu, milliseconds} = await useWhileWatching(account, rounds, used, {
			change: async round => createNow(account, `Created ${round}`),
		});
		return samplesOf({cpu, milliseconds}, rounds);
	},
};

/** The time for which a watch goes without a full listing, in milliseconds (source/session/watched-listing.ts). */
const fullEvery = 300_000;

/** The same from a service with ETags, which says that nothing has changed. A full listing every five minutes is added to what was used. */
export const cpuWatchingChecked: Measure = {
	...cpuWatching,
	name: 'cpu-watching-304',
	what: 'CPU used while watching by 304, every 30 s',
	budget: 0.5,
	sizes: [100_000],
	judged: [100_000],
	async run({folder, rounds}, size) {
		await using account = await startFreshAccount(folder, size, ['list-etag']);
		let full = 0;
		const {amount, milliseconds} = await useWhileWatching(account, rounds, used, {
			async after(terminal) {
				full = await useOfRefresh(terminal, used);
			},
		});
		return {
			ours: [(amount / milliseconds + full / fullEvery) * 100],
			note: `over ${Math.round(milliseconds / 1000)} s; a refresh took ${Math.round(amount / rounds)} ms of a CPU, a full one, of which there is one in ${fullEvery / 1000} s, ${Math.round(full)} ms.`,
		};
	},
};

const used = async ({pid}: TimedTerminal) => cpuTime(pid);

const samplesOf = ({cpu, milliseconds}: Pick<Watch, 'cpu' | 'milliseconds'>, rounds: number): Samples => ({
	ours: [(cpu / milliseconds) * 100],
	note: `over ${Math.round(milliseconds / 1000)} s; a refresh took ${Math.round(cpu / rounds)} ms of a CPU.`,
});
