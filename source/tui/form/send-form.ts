import type {Operation} from '../../storage/journal/operation.ts';
import type {NotificationInput} from '../../domain/notification.ts';
import type {CreateOptions} from '../../session/operations.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {SessionValue} from '../shared/session-context.ts';
import type {FormOrigin} from './form-origin.ts';

export type SendFormOptions = CreateOptions & {
	readonly session: SessionValue;
	readonly origin: FormOrigin;
	readonly input: NotificationInput;
};

/** Sends a form: creates, replaces or restores. */
export async function sendForm({session: {operations}, origin, input, ...options}: SendFormOptions): Promise<CreateOutcome> {
	switch (origin.kind) {
		case 'edit': {
			return operations.replace(origin.of, input, options);
		}

		case 'restore': {
			return operations.restore(origin.deletion, input, options);
		}

		case 'new':
		case 'clone': {
			return operations.create(input, options);
		}
	}
}

/** What was done, for the line above the footer. */
export function sentText(origin: FormOrigin, {newId, detail, snapshot}: Operation, {profile}: SessionValue): string {
	if (newId === undefined) {
		return `✓ Created. ${sanitise(detail ?? '')}`.trimEnd();
	}

	const id = sanitise(newId);
	const where = sanitise(profile.name);
	switch (origin.kind) {
		case 'new':
		case 'clone': {
			return `✓ Created ${id} on ${where}.`;
		}

		case 'edit': {
			return `✓ Replaced ${sanitise(snapshot!.id)} by ${id} on ${where}. ${sanitise(detail ?? '')}`.trimEnd();
		}

		case 'restore': {
			return `✓ Restored ${sanitise(snapshot!.id)} as ${id} on ${where}.`;
		}
	}
}
