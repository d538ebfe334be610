import type {Operation} from '../../storage/journal/operation.ts';
import type {SentContent} from '../../storage/sent-content.ts';
import type {NotificationInput} from '../../domain/notification.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {SessionValue} from '../shared/session-context.ts';
import type {FormOrigin} from './form-origin.ts';

export type SendOptions = {
	readonly session: SessionValue;
	readonly origin: FormOrigin;
	readonly sent: SentContent | undefined;
	readonly input: NotificationInput;
	/** Notifications that say the same, and that the operator has seen. */
	readonly acceptedIds: readonly string[];
	/** Sends although there is no telling whether one says the same. */
	readonly isUnchecked: boolean;
	readonly signal: AbortSignal;
};

/** Does what a form is for: creates, replaces or restores. */
export async function sendForm({session, origin, sent, input, acceptedIds, isUnchecked, signal}: SendOptions): Promise<CreateOutcome> {
	const [{withJournal}, context] = await Promise.all([import('../../operations/with-journal.ts'), session.services.createContext(session, signal)]);
	if (origin.kind === 'edit') {
		const [{replace}, {takeSnapshot}] = await Promise.all([import('../../operations/replace.ts'), import('../../operations/snapshot.ts')]);
		return withJournal(async () => replace(context, takeSnapshot(origin.of, sent), input));
	}

	const {create} = await import('../../operations/create.ts');
	return withJournal(async () => create(context, input, {
		acceptedIds: new Set(acceptedIds),
		isUnchecked,
		restored: origin.kind === 'restore' ? origin.deletion.snapshot : undefined,
	}));
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
