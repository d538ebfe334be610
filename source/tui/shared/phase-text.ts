import type {OperationPhase, PhaseFacts} from '../../operations/operation-context.ts';
import {acceptedText} from '../../session/accepted-text.ts';

/** A phase, and when it began, in milliseconds since the epoch. */
export type PhaseStart = PhaseFacts & {readonly phase: OperationPhase; readonly at: number};

const createSteps = {
	creating: 'sending',
	finding: 'looking for it in the listing',
} as const;

const editSteps = {
	creating: 'creating the new one',
	finding: 'looking for the new one in the listing',
	deleting: 'deleting the old one',
} as const;

/** What stopping does in a phase: before the first request, and after it. */
const [nothingSent, mayHappen] = ['nothing was sent yet', 'it may succeed even if you stop waiting'];

/**
Describes the phases while a form is sent: `Accepted as ID 7. 2 of 3: checking that the new one is listed … 4 s · it may succeed even if you stop waiting`. On a large account each phase takes seconds.

@param starts - The phases so far; the last one is under way.
@param isEdit - Whether sending replaces a notification.
@param now - Milliseconds since the epoch.
@returns A sentence for each phase, the current one at the end.
*/
export function phaseTexts(starts: readonly PhaseStart[], isEdit: boolean, now: number): string[] {
	const steps: Partial<Record<OperationPhase, string>> = isEdit ? editSteps : createSteps;
	const names = Object.keys(steps);
	const before = `Before sending: looking for ${isEdit ? 'it' : 'duplicates'} in the listing`;
	return starts.map(({phase, at, until = at, accepted}, index) => {
		const name = accepted === undefined ? steps[phase] : `checking that ${isEdit ? 'the new one' : 'it'} is listed`;
		const step =
			phase === 'waiting'
				? 'Rate limited (429): the service asked to wait'
				: phase === 'checking'
					? before
					: `${names.indexOf(phase) + 1} of ${names.length}: ${name}`;
		const end = starts[index + 1]?.at;
		if (end !== undefined) {
			return `✓ ${step} (${secondsText(end - at)})`;
		}

		const effect = phase === 'checking' || phase === 'waiting' ? nothingSent : mayHappen;
		return `${accepted === undefined ? '' : `${acceptedText(accepted)}. `}${step} … ${phase === 'waiting' ? `${secondsText(until - now)} left` : secondsText(now - at)} · ${effect}`;
	});
}

/** Describes the current phase of a deletion: `Before sending: looking for it in the listing … 4 s · nothing was sent yet`. `now`: milliseconds since the epoch. */
export function deletionText({phase, at, until = at}: PhaseStart, now: number): string {
	const steps: Partial<Record<OperationPhase, string>> = {
		waiting: `Rate limited (429): the service asked to wait … ${secondsText(until - now)} left · ${nothingSent}`,
		checking: `Before sending: looking for it in the listing … ${secondsText(now - at)} · ${nothingSent}`,
	};
	return steps[phase] ?? `Deleting … ${secondsText(now - at)} · ${mayHappen}`;
}

/** What each phase does while a pending change is finished or rolled back. */
const pendingSteps: Readonly<Record<OperationPhase, string>> = {
	waiting: 'Rate limited (429): the service asked to wait',
	checking: 'Looking in the listing for what became of it',
	creating: 'Sending it',
	finding: 'Looking for the new one in the listing',
	deleting: 'Deleting the old one',
};

/** Describes the current phase while a pending change is ended: `Deleting the old one … 3 s`. `now`: milliseconds since the epoch. */
export const pendingPhaseText = ({phase, at, until = at}: PhaseStart, now: number): string =>
	`${pendingSteps[phase]} … ${phase === 'waiting' ? `${secondsText(until - now)} left` : secondsText(now - at)}`;

const secondsText = (milliseconds: number) => `${Math.max(0, Math.floor(milliseconds / 1000))} s`;
