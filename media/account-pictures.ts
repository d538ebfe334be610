import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import type {Terminal} from '../test/helpers/terminal.ts';
import type {ScreenPicture} from './screen-picture.ts';
import {otherKey, twoAccounts} from './two-accounts.ts';

const planned = `notifications:
  - external_user_id: ops-1
    channel: EMAIL
    delivery_location: deposits@example.com
    notification_name: Deposits
    event_details:
      network: ETH_MAINNET
      event_type: ADDRESS_ACTIVITY
      addresses: ["0x00000000219ab540356cBB839Cbe05303d7705Fa"]
  - external_user_id: ops-1
    channel: EMAIL
    delivery_location: withdrawals@example.com
    notification_name: Withdrawals
    event_details:
      network: ETH_MAINNET
      event_type: ADDRESS_ACTIVITY
      addresses: ["0x00000000219ab540356cBB839Cbe05303d7705Fa"]
`;

/** Deletes all notifications of an account, up to the screen of the run. */
async function deleteAll(terminal: Terminal): Promise<void> {
	terminal.press('a');
	await terminal.waitFor('12 marked');
	terminal.press('d');
	await terminal.waitFor('Type 12');
	await terminal.confirm('12');
	await terminal.waitFor(/Type 12.*: 12/v);
	await terminal.confirm('Enter');
}

/** The pictures of changes of several, of accounts, of what is pending in one, and of a file. */
export const accountPictures: readonly ScreenPicture[] = [
	{
		name: 'bulk-run',
		title: 'A change of several',
		columns: 100,
		rows: 14,
		isMoving: true,
		prepare: async () => twoAccounts([{name: 'any-slow', value: 1500}]),
		async open(terminal) {
			await deleteAll(terminal);
			await terminal.waitFor(/[1-9]\d* accepted/v);
		},
	},
	{
		name: 'bulk-result',
		title: 'The result of a change of several',
		columns: 100,
		rows: 18,
		prepare: async () => twoAccounts([{name: 'delete-403', count: 2}]),
		async open(terminal) {
			await deleteAll(terminal);
			await terminal.waitFor('2 failed');
			await terminal.waitUntilGone('in flight');
			await terminal.waitFor('esc back');
		},
	},
	{
		name: 'plan-file',
		title: 'The plan of a file',
		columns: 100,
		rows: 18,
		async open(terminal) {
			await writeFile(path.join(terminal.home, 'alerts.yaml'), planned);
			terminal.press('F');
			await terminal.waitFor('File or folder:');
			terminal.press('alerts.yaml');
			await terminal.waitFor('alerts.yaml');
			terminal.press('Enter');
			await terminal.waitFor('2 to create');
		},
	},
	{
		name: 'pending',
		title: 'Pending changes',
		columns: 100,
		rows: 18,
		prepare: async () => twoAccounts([{name: 'delete-drop-before', count: 1}]),
		async open(terminal) {
			terminal.press('d');
			await terminal.waitFor('y delete');
			await terminal.confirm('y');
			await terminal.waitFor('Not known whether');
			terminal.press('Escape');
			// The header of both screens says that one is pending.
			await terminal.waitUntilGone('Not known whether');
			terminal.press('!');
			await terminal.waitFor(' activity · ');
		},
	},
	{
		name: 'profiles',
		title: 'Profiles',
		columns: 100,
		rows: 12,
		prepare: async () => twoAccounts(),
		async open(terminal) {
			terminal.press('P');
			await terminal.waitFor('▌ production');
		},
	},
	{
		name: 'requests',
		title: 'Requests',
		columns: 100,
		rows: 12,
		async open(terminal) {
			terminal.press('R');
			await terminal.waitFor('GET');
		},
	},
	{
		name: 'api-key',
		title: 'The API key',
		columns: 100,
		rows: 12,
		prepare: async () => twoAccounts(),
		async open(terminal) {
			terminal.press('K');
			await terminal.waitFor('API key');
		},
	},
	{
		name: 'account',
		title: 'Another account',
		columns: 100,
		rows: 12,
		prepare: async () => twoAccounts(),
		async open(terminal) {
			terminal.press('d');
			await terminal.waitFor('y delete');
			await terminal.confirm('y');
			await terminal.waitFor('Deleted 1');
			terminal.press('K');
			await terminal.waitFor('API key');
			terminal.press(otherKey);
			await terminal.waitFor('•');
			await terminal.confirm('Enter');
			await terminal.waitFor('Is this another account');
		},
	},
];
