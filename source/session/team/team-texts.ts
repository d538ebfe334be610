import type {BoardClaim} from '../../board/board.ts';
import {idOfClaim} from '../../ledger/team/claimed.ts';
import type {MetChange} from '../../ledger/team/held-changes.ts';
import {numberText} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {colleagueText} from '../../ledger/journal/colleague.ts';

/** The words for a duration: `40 s`, `3 min`. */
export const durationText = (milliseconds: number): string => {
	const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
	return seconds < 120 ? `${numberText(seconds)} s` : `${numberText(Math.ceil(seconds / 60))} min`;
};

/** The refusal of a change that others are making: who, on which machine, since when, and for how long still. `settlingTime`: milliseconds for which what was sent can take effect after the end of a claim. */
export function claimedText(holders: readonly BoardClaim[], settlingTime: number): string {
	const [first, ...others] = holders.toSorted((a, b) => b.left - a.left);
	const {what, heldFor, left} = first!;
	const more = others.length === 0 ? '' : ` and ${numberText(others.length)} more`;
	const object = `${sanitise(idOfClaim(what) ?? 'the same new notification')}${more}`;
	const since = `${colleagueText(first!)} has been changing ${object} for ${durationText(heldFor)}`;
	return left > 0
		? `${since}, and may for another ${durationText(left)}. Try again when they have finished.`
		: `${since}, and was cut off ${durationText(-left)} ago: what was sent may still take effect. Try again in ${durationText(left + settlingTime)}.`;
}

/** The refusal of a change that a colleague made just before. */
export const metRefusal = (met: MetChange): string =>
	`${colleagueText(met)} has just ${met.id === undefined ? 'created the same notification' : `changed ${sanitise(met.id)}`} (change ${met.operation}). Refresh the list, then try again.`;

/** The refusal when the lease is over or was lost while a change was being made. */
export const leaseLostText =
	"Your claim on the team's board has ended, so a colleague may go on with this change. It stays pending.";

/** The refusal of a change with which another machine went on. */
export const goneOnText = 'A colleague has gone on with this change: look at it again.';

/** The refusal of a change while the board is needed and cannot be used. `problem`: full sentences. */
export const boardMissingText = (problem: string): string =>
	`${problem} It is required (team.required in config.yaml).`;

const notSent = "Not sent: the team's board did not take it.";

/** How the items of a bulk operation end that the board did not take. */
export const notSentDetails = {create: notSent, replace: notSent, delete: notSent, recreate: notSent} as const;

/** The text about an account whose board belongs to another one, by what is listed. */
export const otherAccountText = (account: string, known: number, found: number): string =>
	`The team's board knows ${numberText(known)} notifications of ${sanitise(account)}, and ${numberText(found)} of them are listed here: this is probably the API key of another account, so nothing is shared. If it is the same account, run chainbell team join.`;

/** The text about changes of the board that are none, or that a newer chainbell wrote. */
export const unreadableChangesText = (count: number, isNewer: boolean): string =>
	`${numberText(count)} of the changes on the team's board cannot be read${isNewer ? ': a newer chainbell made them. Update chainbell' : ''}.`;

/** The text about a board that has less than it had. */
export const lostText = (count: number): string =>
	`The team's board lacks ${numberText(count)} ${count === 1 ? 'change' : 'changes'} that it had: was it restored from a backup? Nothing is deleted here, and what was made here is sent again.`;
