import type {OperationPhase} from '../../operations/operation-context.ts';

const createSteps = {
	checking: 'looking for duplicates in the listing',
	creating: 'sending',
	finding: 'looking for it in the listing',
} as const;

const editSteps = {
	...createSteps,
	checking: 'looking for it in the listing',
	creating: 'creating the new one',
	finding: 'looking for the new one in the listing',
	deleting: 'deleting the old one',
} as const;

/**
Says what is being done while a form is sent: `2 of 3: sending … esc: …`. On a large account each step takes seconds.

@param phase - The present one.
@param isEdit - Whether a notification is replaced.
*/
export function phaseText(phase: OperationPhase, isEdit: boolean): string {
	const steps: Partial<Record<OperationPhase, string>> = isEdit ? editSteps : createSteps;
	const names = Object.keys(steps);
	const escape = phase === 'checking' ? 'esc: cancel (nothing was sent)' : 'esc: stop waiting (it may still succeed)';
	return `${names.indexOf(phase) + 1} of ${names.length}: ${steps[phase]} … ${escape}`;
}
