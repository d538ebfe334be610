import type {OperationPhase} from '../../operations/operation-context.ts';

/** A phase, and when it began, in milliseconds since the epoch. */
export type PhaseStart = {readonly phase: OperationPhase; readonly at: number; /** When the waiting ends. */ readonly until?: number | undefined};

const createSteps = {
	creating: 'sending',
	finding: 'looking for it in the listing',
} as const;

const editSteps = {
	creating: 'creating the new one',
	finding: 'looking for the new one in the listing',
	deleting: 'deleting the old one',
} as const;

/**
Describes the phases while a form is sent: `2 of 3: looking for the new one in the listing … 4 s · it may succeed even if you stop waiting`. On a large account each phase takes seconds.

@param starts - The phases so far; the last one is under way.
@param isEdit - Whether sending replaces a notification.
@param now - Milliseconds since the epoch.
@returns A sentence for each phase, the current one at the end.
*/
export function phaseTexts(starts: readonly PhaseStart[], isEdit: boolean, now: number): string[] {
	const steps: Partial<Record<OperationPhase, string>> = isEdit ? editSteps : createSteps;
	const names = Object.keys(steps);
	const before = `Before sending: looking for ${isEdit ? 'it' : 'duplicates'} in the listing`;
	return starts.map(({phase, at, until = at}, index) => {
		const step = phase === 'waiting' ? 'Rate limited (429): the service asked to wait' : (phase === 'checking' ? before : `${names.indexOf(phase) + 1} of ${names.length}: ${steps[phase]}`);
		const end = starts[index + 1]?.at;
		if (end !== undefined) {
			return `✓ ${step} (${secondsText(end - at)})`;
		}

		const effect = phase === 'checking' || phase === 'waiting' ? 'nothing was sent yet' : 'it may succeed even if you stop waiting';
		return `${step} … ${phase === 'waiting' ? `${secondsText(until - now)} left` : secondsText(now - at)} · ${effect}`;
	});
}

const secondsText = (milliseconds: number) => `${Math.max(0, Math.floor(milliseconds / 1000))} s`;
