import {createListeners} from '../../platform/listeners.ts';
import type {Moment} from '../../platform/clock.ts';
import type {ClaimedRow} from './claimed-rows.ts';
import type {Team} from './team.ts';

/** The knowledge about a team's board. */
export type TeamState = {
	/** `opening`: nothing is known yet. `refused`: the board can be reached, and cannot be used. */
	readonly state: 'opening' | 'reached' | 'unreachable' | 'refused';
	/** Why it cannot be used, in sentences that are safe to show. */
	readonly problem?: string | undefined;
	/** The number of changes that it does not have yet, as far as that is known. */
	readonly waiting: number;
	/** The notifications that others are changing, by ID; undefined: as before. */
	readonly claims?: ReadonlyMap<string, ClaimedRow> | undefined;
};

/** The news of the board for the screens and commands. */
export type TeamReport = {
	readonly state: (state: TeamState) => void;
	/** A message, in sentences that are safe to show. */
	readonly notice: (text: string, isBad: boolean) => void;
	/** Called when the journal has changes that are new here or went on. `endedAt`: when the board took the last end of one, if one has ended. */
	readonly received: (endedAt: Moment | undefined) => void;
	/** Called when it was read who works on what. */
	readonly held: () => void;
};

/** The state of a team. `received`: counts how often changes of colleagues arrived; the board took the last end of one at `endedAt`. */
export type SharedState = Required<Pick<TeamState, 'claims'>> &
	TeamState & {readonly received: {readonly count: number; readonly endedAt: Moment | undefined}};

/** The team of an account. Its state is a store for `useSyncExternalStore`. The team itself is loaded when it is first used. */
export type TeamHandle = {
	readonly subscribe: (listener: () => void) => () => void;
	readonly get: () => SharedState;
	/** Calls a listener with the board's messages. Returns a function that removes it. */
	readonly onNotice: (listener: (text: string, isBad: boolean) => void) => () => void;
	readonly open: () => Promise<Team>;
	/** Does something with the team, if it was opened. */
	readonly ifOpen: (work: (team: Team) => void) => void;
	readonly close: () => Promise<void>;
};

/** Creates the handle. `load`: loads the team. `onHeld`: see `TeamReport`. */
export function createTeamHandle(load: (report: TeamReport) => Promise<Team>, onHeld: () => void): TeamHandle {
	const [listeners, notices] = [createListeners(), createListeners<[text: string, isBad: boolean]>()];
	let current: SharedState = {
		state: 'opening',
		waiting: 0,
		claims: new Map(),
		received: {count: 0, endedAt: undefined},
	};
	const set = (next: Partial<SharedState>) => {
		current = {...current, ...next};
		listeners.notify();
	};

	let opening: Promise<Team> | undefined;
	let opened: Team | undefined;

	return {
		subscribe: listeners.add,
		get: () => current,
		onNotice: notices.add,
		async open() {
			opening ??= load({
				state({state, problem, waiting, claims = current.claims}) {
					set({state, problem, waiting, claims});
				},
				notice: notices.notify,
				received(endedAt = current.received.endedAt) {
					set({received: {count: current.received.count + 1, endedAt}});
				},
				held: onHeld,
			});
			opened = await opening;
			return opened;
		},
		ifOpen(work) {
			if (opened !== undefined) {
				work(opened);
			}
		},
		async close() {
			await opened?.close();
		},
	};
}
