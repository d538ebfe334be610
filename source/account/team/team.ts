import {createListeners} from '../../platform/listeners.ts';
import type {Sharing, TeamOptions, TeamReport, TeamState} from './sharing.ts';

export type {ClaimedRow, TeamState} from './sharing.ts';

/** Milliseconds for which closing waits. What is not sent by then is sent the next time. */
const longestEnd = 5000;

/** The team of an account. Its state is a store for `useSyncExternalStore`. */
export type TeamHandle = ReturnType<typeof createTeam>;

/** Creates the handle of a team. Its code is loaded, and its board opened, when a method is called that needs them. No method rejects, except those of the ledger that `guard` returns. */
export function createTeam(options: TeamOptions) {
	const {clock} = options;
	const [listeners, notices] = [createListeners(), createListeners<[text: string, isBad: boolean]>()];
	let state: TeamState = {state: 'opening', waiting: 0, claims: new Map(), received: {count: 0, endedAt: undefined}};
	const report: TeamReport = {
		get: () => state,
		set(next) {
			const before = state;
			state = {...state, ...next};
			if (Object.entries(state).some(([name, value]) => value !== before[name as keyof TeamState])) {
				listeners.notify();
			}
		},
		notice: notices.notify,
	};
	let opening: Promise<Sharing> | undefined;
	const open = async () => {
		opening ??= (async () => {
			const {createSharing} = await import('./sharing.ts');
			return createSharing(options, report);
		})();
		return opening;
	};

	return {
		subscribe: listeners.add,
		get: report.get,
		/** Calls a listener with what the operator should know, in sentences that are safe to show. Returns a function that removes it. */
		onNotice: notices.add,
		/** Pulls, and sends what waits. What went wrong is in the state. */
		update: async () => (await open()).update(),
		/** Pulls when the board hints at something, and at intervals. */
		follow: async () => (await open()).follow(),
		/** Shares the account, also if the board seems to be that of another one: pulls everything, and sends what waits. What went wrong is the `problem` of the state. */
		join: async () => (await open()).update(true),
		/** Wraps the ledger of one change, so that its writes claim, pull and publish. `since`: when the listing was read from which the change is planned. */
		guard: async (...given: Parameters<Sharing['guard']>) => (await open()).guard(...given),
		/** Sends what was written down, without waiting for it, if the board was opened. */
		push: async () => (await opening)?.push(),
		/** Sends what waits, and closes the board. */
		async close() {
			const sharing = await opening;
			if (sharing !== undefined) {
				const waited = new AbortController();
				await Promise.race([sharing.ended(), clock.sleep(longestEnd, waited.signal).catch(() => undefined)]);
				waited.abort();
				await sharing.close();
			}
		},
	};
}
