import {BoardError} from '../../board/board.ts';
import {LedgerError, TeamRefusalError} from '../../storage/ledger-error.ts';
import type {ClaimedRow} from './claimed-rows.ts';
import type {TeamReport, TeamState} from './team-handle.ts';
import {boardMissingText} from './team-texts.ts';

/** Tells the screens whether the board can be used. */
export type TeamStatus = {
	/** The board was used. `claims`: see `TeamState`. */
	readonly reached: (claims?: TeamState['claims']) => void;
	/** Changes wait for the board, which nothing else is known of. */
	readonly waits: () => Promise<void>;
	/** Says why the board cannot be used. @throws What is no error of the board. */
	readonly failed: (error: unknown) => Promise<void>;
	/** Goes on without the board. @throws TeamRefusalError if it is required, newer (what it knows that this chainbell does not may be a reason to send nothing), or grants this user no changes; and what is no error of the board. */
	readonly goOnWithout: (error: unknown) => Promise<undefined>;
};

/** `waiting`: counts the changes that the board does not have. */
export function createTeamStatus(report: TeamReport, isRequired: boolean, waiting: () => Promise<number>): TeamStatus {
	let current: TeamState = {state: 'opening', waiting: 0};

	const set = (next: TeamState) => {
		const before = current.state;
		current = next;
		report.state(next);
		return before;
	};

	/** Returns the reason, which is told unless a refusal does. */
	const note = async (error: unknown, isTold: boolean): Promise<string> => {
		if (!(error instanceof BoardError) && !(error instanceof TeamRefusalError)) {
			throw error;
		}

		const isUnreachable = error instanceof BoardError && error.kind === 'unreachable';
		const problem = `${error.message}${isUnreachable && !isRequired ? ' Changes are kept here, and sent when it is back.' : ''}`;
		const state = isUnreachable ? 'unreachable' : 'refused';
		if (set({state, problem, waiting: await waiting()}) !== state && isTold) {
			report.notice(problem, true);
		}

		return error.message;
	};

	return {
		reached(claims?: ReadonlyMap<string, ClaimedRow>) {
			if (set({state: 'reached', claims, waiting: 0}) === 'unreachable') {
				report.notice("The team's board is reached again.", false);
			}
		},
		async waits() {
			set({...current, waiting: await waiting()});
		},
		async failed(error) {
			await note(error, true);
		},
		async goOnWithout(error) {
			if (error instanceof LedgerError && !(error instanceof TeamRefusalError && error.isBoardMissing)) {
				throw error;
			}

			const isFinal = error instanceof BoardError && (error.kind === 'newer' || error.kind === 'forbidden');
			const problem = await note(error, !isRequired && !isFinal);
			if (isRequired || isFinal) {
				throw new TeamRefusalError(isFinal ? problem : boardMissingText(problem), true);
			}
		},
	};
}
