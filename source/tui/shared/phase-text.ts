import type {OperationPhase, PhaseFacts} from '../../operations/operation-context.ts';
import {acceptedText} from '../../session/accepted-text.ts';

/** A phase, and when it began, in milliseconds since the epoch. */
export type PhaseStart = PhaseFacts & {readonly phase: OperationPhase; readonly at: number};

const waiting = 'Rate limited (429): the service asked to wait';

const createSteps: Partial<Record<OperationPhase, string>> = {
	creating: 'sending',
	finding: 'looking for it in the listing',
};

const editSteps: typeof createSteps = {
	creating: 'creating the new one',
	finding: 'looking for the new one in the listing',
	deleting: 'deleting the old one',
};

/** What stopping does in a phase: before the first request, and after it. */
const effectOf = (phase: OperationPhase): string =>
	phase === 'checking' || phase === 'waiting' ? 'nothing was sent yet' : 'it may succeed even if you stop waiting';

const secondsText = (milliseconds: number) => `${Math.max(0, Math.floor(milliseconds / 1000))} s`;

/** A step that is under way, and its time. `now`: milliseconds since the epoch. */
const running = (step: string, {phase, at, until = at}: PhaseStart, now: number): string =>
	`${step} … ${phase === 'waiting' ? `${secondsText(until - now)} left` : secondsText(now - at)}`;

/**
Describes the phases while a form is sent: `Accepted as ID 7. 2 of 3: checking that the new one is listed … 4 s · it may succeed even if you stop waiting`. On a large account each phase takes seconds.

@param starts - The phases so far; the last one is under way.
@param isEdit - Whether sending replaces a notification.
@param now - Milliseconds since the epoch.
@returns A sentence for each phase, the current one at the end.
*/
export function phaseTexts(starts: readonly PhaseStart[], isEdit: boolean, now: number): string[] {
	const steps = isEdit ? editSteps : createSteps;
	const names = Object.keys(steps);
	const before = `Before sending: looking for ${isEdit ? 'it' : 'duplicates'} in the listing`;
	return starts.map((start, index) => {
		const {phase, at, accepted} = start;
		const name = accepted === undefined ? steps[phase] : `checking that ${isEdit ? 'the new one' : 'it'} is listed`;
		const number = names.indexOf(phase) + 1;
		const numbered = number === 0 ? before : `${number} of ${names.length}: ${name}`;
		const step = phase === 'waiting' ? waiting : numbered;
		const end = starts[index + 1]?.at;
		return end === undefined
			? `${accepted === undefined ? '' : `${acceptedText(accepted)}. `}${running(step, start, now)} · ${effectOf(phase)}`
			: `✓ ${step} (${secondsText(end - at)})`;
	});
}

/** Describes the current phase of a deletion: `Before sending: looking for it in the listing … 4 s · nothing was sent yet`. */
export function deletionText(start: PhaseStart, now: number): string {
	const steps: typeof createSteps = {waiting, checking: 'Before sending: looking for it in the listing'};
	return `${running(steps[start.phase] ?? 'Deleting', start, now)} · ${effectOf(start.phase)}`;
}

/** What each phase does while a pending change is finished or rolled back. */
const pendingSteps: Readonly<Record<OperationPhase, string>> = {
	waiting,
	checking: 'Looking in the listing for what became of it',
	creating: 'Sending it',
	finding: 'Looking for the new one in the listing',
	deleting: 'Deleting the old one',
};

/** Describes the current phase while a pending change is ended: `Deleting the old one … 3 s`. */
export const pendingPhaseText = (start: PhaseStart, now: number): string =>
	running(pendingSteps[start.phase], start, now);
