import type {Step, StepFacts} from '../../changes/context.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {acceptedText} from '../../changes/say.ts';

/** A step of a change, and when it began, in milliseconds since the epoch. */
export type StepStart = StepFacts & {readonly step: Step; readonly at: number};

const waiting = 'Rate limited (429): the service asked to wait';

const createSteps: Partial<Record<Step, string>> = {
	creating: 'sending',
	finding: 'looking for it in the listing',
};

const editSteps: typeof createSteps = {
	creating: 'creating the new one',
	finding: 'looking for the new one in the listing',
	deleting: 'deleting the old one',
};

/** What stopping does in a step: before the first request, and after it. */
const effectOf = (step: Step): string =>
	step === 'checking' || step === 'waiting' ? 'nothing was sent yet' : 'it may succeed even if you stop waiting';

const secondsText = (milliseconds: number) => `${Math.max(0, Math.floor(milliseconds / 1000))} s`;

/** A step that is under way, and its time. `now`: milliseconds since the epoch. */
const running = (text: string, {step, at, until = at}: StepStart, now: number): string =>
	`${text} … ${step === 'waiting' ? `${secondsText(until - now)} left` : secondsText(now - at)}`;

/**
Describes the steps while a form is sent: `Accepted as ID 7. 2 of 3: checking that the new one is listed … 4 s · it may succeed even if you stop waiting`. On a large account each step takes seconds.

@param starts - The steps so far; the last one is under way.
@param isEdit - Whether sending replaces a notification.
@param now - Milliseconds since the epoch.
@returns A sentence for each step, the current one at the end.
*/
export function stepTexts(starts: readonly StepStart[], isEdit: boolean, now: number): string[] {
	const steps = isEdit ? editSteps : createSteps;
	const names = Object.keys(steps);
	const before = `Before sending: looking for ${isEdit ? 'it' : 'duplicates'} in the listing`;
	return starts.map((start, index) => {
		const {step, at, accepted} = start;
		const name = accepted === undefined ? steps[step] : `checking that ${isEdit ? 'the new one' : 'it'} is listed`;
		const number = names.indexOf(step) + 1;
		const numbered = number === 0 ? before : `${number} of ${names.length}: ${name}`;
		const text = step === 'waiting' ? waiting : numbered;
		const end = starts[index + 1]?.at;
		return end === undefined
			? `${accepted === undefined ? '' : `${acceptedText(accepted)}. `}${running(text, start, now)} · ${effectOf(step)}`
			: `✓ ${text} (${secondsText(end - at)})`;
	});
}

/** Describes the current step of a deletion: `Before sending: looking for it in the listing … 4 s · nothing was sent yet`. */
export function deletionText(start: StepStart, now: number): string {
	const steps: typeof createSteps = {waiting, checking: 'Before sending: looking for it in the listing'};
	return `${running(steps[start.step] ?? 'Deleting', start, now)} · ${effectOf(start.step)}`;
}

/** What each step does while a pending change is finished or rolled back. */
const pendingSteps: Readonly<Record<Step, string>> = {
	waiting,
	checking: 'Looking in the listing for what became of it',
	creating: 'Sending it',
	finding: 'Looking for the new one in the listing',
	deleting: 'Deleting',
};

/** Describes the current step while a pending change is ended: `Deleting the new one (8) … 3 s`. */
export function pendingStepText(start: StepStart, now: number): string {
	const {step, deletes} = start;
	const what = deletes === undefined ? '' : ` ${deletes.isNew ? `the new one (${deletes.id})` : deletes.id}`;
	return running(`${pendingSteps[step]}${sanitise(what)}`, start, now);
}
