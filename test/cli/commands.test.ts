import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {commands} from '../../source/cli/commands.ts';
import {account, address, body, createCommand} from '../helpers/command-account.ts';

/** What each command that asks is run with, after one notification was created. */
const askingLines = {
	edit: ['1', '--set', 'name=x'],
	delete: ['1'],
	park: ['1'],
	resume: [],
	undo: ['--last'],
	recover: ['--stop-following'],
	apply: ['FILE'],
	pull: ['FILE'],
	try: [],
	import: ['CSV'],
	'profile remove': ['kept'],
	'team join': [],
	forget: [],
};

/** The history, as `chainbell history --json` prints it. */
async function changes({run}: {readonly run: (command: string) => Promise<{readonly stdout: string}>}) {
	const {stdout} = await run('history --json');
	return JSON.parse(stdout) as unknown[];
}

test('a command that asks can end with 6, and no other', () => {
	expect(commands.filter(({exitCodes}) => 6 in exitCodes).map(({name}) => name)).toEqual(
		commands.filter(({asks}) => asks !== undefined).map(({name}) => name),
	);
	expect(Object.keys(askingLines)).toEqual(commands.filter(({asks}) => asks !== undefined).map(({name}) => name));
});

/** The commands that ask only where there is something to end, or a webhook: their own tests show it. */
const needsMore = new Set(['recover', 'resume', 'try', 'team join']);

test.each(Object.entries(askingLines).filter(([name]) => !needsMore.has(name)))(
	'without a terminal and --yes, chainbell %s ends with 6 and changes nothing',
	async (name, rest) => {
		await using place = await account();
		await place.ends(0, createCommand);
		await place.ends(0, 'profile add kept --base-url https://api.example.com/ --key-env NONE');
		const file = path.join(place.home, 'alerts.yaml');
		await writeFile(
			file,
			JSON.stringify({scope: 'user:=u-1', notifications: [body('u-1', {notification_name: 'x', template: ''})]}),
		);
		const csv = path.join(place.home, 'rows.csv');
		await writeFile(csv, `user,channel,to,network,event,address\nu-2,EMAIL,b@example.com,A,B,${address}\n`);
		const line = [...name.split(' '), ...rest.map(word => ({FILE: file, CSV: csv})[word] ?? word)];
		const state = async () =>
			Promise.all([
				readFile(file, 'utf8'),
				readFile(path.join(place.home, 'config.yaml'), 'utf8'),
				changes(place),
				place.list(),
			]);
		const before = await state();
		await place.says(6, line, '--yes');
		expect(await state()).toEqual(before);
		await place.ends(0, [...line, '--yes']);
	},
);

test('forget says on a terminal what it deletes, and deletes it only after y', async () => {
	await using place = await account();
	await place.run(createCommand);
	await place.says(6, 'forget', /the history \(1 change\), 1 sent template and 0 drafts\? They exist nowhere else/v, {
		typed: 'n',
	});
	expect(await changes(place)).toHaveLength(1);
	await place.ends(0, 'forget', {typed: 'y'});
	expect(await changes(place)).toHaveLength(0);
});
