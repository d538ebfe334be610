import type {NotificationInput} from '../../domain/notification.ts';
import {commandSnapshot, commandToChange} from '../../session/change-command.ts';
import type {SentContent} from '../../storage/small-stores.ts';
import type {SessionValue} from '../shared/session-context.ts';
import type {FormOrigin} from './origin.ts';
import {listedRecordOf} from './request-body.ts';

export type ReviewedForm = {
	readonly origin: FormOrigin;
	/** The request fields of the form. */
	readonly input: NotificationInput;
	/** The template and topics of the notification that is edited, if this machine sent them. */
	readonly sent: SentContent | undefined;
	readonly isDuplicate: boolean;
	readonly isUnprotected: boolean;
};

/** The command that does the same as sending a form; undefined if its options cannot say it. */
export function reviewCommand(
	{origin, input, sent, isDuplicate, isUnprotected}: ReviewedForm,
	session: Pick<SessionValue, 'profile' | 'connection'>,
): string | undefined {
	return origin.kind === 'edit'
		? commandToChange({kind: 'replace', input, snapshot: commandSnapshot(origin.of, sent)}, session, isUnprotected)
		: commandToChange(
				{kind: 'create', input: {...input, listed: listedRecordOf(origin, input)}, snapshot: undefined, isDuplicate},
				session,
			);
}
