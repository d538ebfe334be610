import type {Operation} from '../../ledger/operation.ts';
import type {SentContent} from '../../ledger/sent.ts';
import type {NotificationInput} from '../../notifications/notification.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {FormOrigin} from './form-origin.ts';
import type {SessionValue} from './session.ts';

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
	const [{withJournal}, bench] = await Promise.all([import('../../operations/with-journal.ts'), session.services.bench(session, signal)]);
	if (origin.kind === 'edit') {
		const [{replace}, {toOld}] = await Promise.all([import('../../operations/replace.ts'), import('../../operations/old.ts')]);
		return withJournal(async () => replace(bench, toOld(origin.of, sent), input));
	}

	const {create} = await import('../../operations/create.ts');
	return withJournal(async () => create(bench, input, {
		acceptedIds: new Set(acceptedIds),
		isUnchecked,
		restored: origin.kind === 'restore' ? origin.deletion.old : undefined,
	}));
}

/** What was done, for the line above the footer. */
export function sentText(origin: FormOrigin, {newId, note, old}: Operation, {profile}: SessionValue): string {
	if (newId === undefined) {
		return `✓ Created. ${sanitise(note ?? '')}`.trimEnd();
	}

	const id = sanitise(newId);
	const where = sanitise(profile.name);
	switch (origin.kind) {
		case 'new':
		case 'clone': {
			return `✓ Created ${id} on ${where}.`;
		}

		case 'edit': {
			return `✓ Replaced ${sanitise(old!.id)} by ${id} on ${where}. ${sanitise(note ?? '')}`.trimEnd();
		}

		case 'restore': {
			return `✓ Restored ${sanitise(old!.id)} as ${id} on ${where}.`;
		}
	}
}
