import {expect, test} from 'vitest';
import {commandSnapshot, commandToChange, commandToUndo} from '../../source/account/change-command.ts';
import {toDraft, toInput} from '../../source/notification/fields.ts';
import {readRecord} from '../../source/service/listing/read-record.ts';
import {type Notification} from '../../source/notification/notification.ts';
import type {Session} from '../../source/account/session.ts';

const baseUrl = 'https://api.example.com/';
const session: Pick<Session, 'profile' | 'connection'> = {
	profile: {name: 'production', isSandbox: false, baseUrl, apiKey: '', isReadOnly: false, hasColour: true},
	connection: {baseUrl, apiKey: '', timeout: 1000},
};
const raw = {
	id: 7,
	external_user_id: 'u',
	channel: 'EMAIL',
	notification_name: 'n',
	delivery_location: 'a@example.com',
	event_details: {
		network: 'ETH_MAINNET',
		event_type: 'ADDRESS_ACTIVITY',
		addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	},
};
const listed = (members = {}) => readRecord({...raw, ...members}, 0) as Notification;

test('one change is one command: of a delete, an edit and an undo, with --unprotect after its name', () => {
	const target = listed();
	expect(
		commandToChange({kind: 'delete', input: undefined, snapshot: commandSnapshot(target, undefined)}, session),
	).toBe('chainbell --profile production delete 7');
	expect(
		commandToChange(
			{kind: 'replace', input: {...toInput(toDraft(target)), name: 'b'}, snapshot: commandSnapshot(target, undefined)},
			session,
			true,
		),
	).toBe('chainbell --profile production edit --unprotect --set name=b --accept-unknown-template 7');
	expect([commandToUndo('12.3', session), commandToUndo('12', session, true)]).toEqual([
		'chainbell --profile production undo 12.3',
		'chainbell --profile production undo --unprotect 12',
	]);
});
