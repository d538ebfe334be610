import {Buffer} from 'node:buffer';
import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {runCommand} from '../helpers/command.ts';
import {account, createCommand} from '../helpers/command-account.ts';
import {containing} from '../helpers/texts.ts';

test('with a ledger of a newer version nothing is sent, and what is listed is printed', async () => {
	await using place = await account(1);
	await place.run('history');
	const database = openDatabase(path.join(place.home, 'ledger.sqlite'));
	database.exec("UPDATE program SET version = '9.1.0'; PRAGMA user_version = 99");
	database.close();
	for (const argv of [
		createCommand,
		'delete 1 --yes',
		'edit 1 --set name=x --yes',
		'undo --last --yes',
		'recover',
		'recover --finish',
	]) {
		await place.says(1, argv, /^Nothing was sent: .* written by chainbell 9\.1\.0 .*\nUpdate chainbell .*\n$/v);
	}

	await place.says(1, 'history', 'chainbell 9.1.0');
	await place.says(1, 'forget --yes', 'chainbell 9.1.0');
	await place.says(0, 'get 1', 'chainbell 9.1.0');
	expect(await place.list()).toMatchObject([{id: '1'}]);
});

test('a damaged ledger is set aside with a sentence, and recover does not end with 0 until the file is gone', async () => {
	await using place = await account(1);
	await writeFile(path.join(place.home, 'ledger.sqlite'), 'damaged');
	await place.says(0, createCommand, 'It was renamed to ledger.sqlite.unreadable-');
	for (const argv of ['recover', 'recover --finish', 'recover --json']) {
		await place.says(3, argv, /ledger\.sqlite\.unreadable-.* pending in it are not known here/v);
	}
});

test('a damaged sandbox, and one of a newer version, is a sentence in every command, and left as it is', async () => {
	await using home = await temporaryFolder();
	const file = path.join(home.path, 'sandbox.sqlite');
	const run = async (command: string) => runCommand(`${command} --sandbox`, {home: home.path});
	await run('list');
	const database = openDatabase(file);
	database.exec('PRAGMA user_version = 99');
	database.close();
	const damages: ReadonlyArray<readonly [reason: string, damage: (bytes: Buffer) => Buffer]> = [
		['was written by a newer chainbell', bytes => bytes],
		[
			'is damaged',
			bytes => {
				bytes.writeUInt32BE(1, 60);
				return bytes.fill(255, 8192);
			},
		],
		['is damaged', () => Buffer.from('Dear diary\n'.repeat(100))],
	];
	for (const [reason, damage] of damages) {
		await writeFile(file, damage(await readFile(file)));
		const before = await readFile(file);
		for (const argv of ['list', 'get 1', createCommand]) {
			expect(await run(argv)).toMatchObject({
				exitCode: 1,
				errors: [containing(`sandbox.sqlite ${reason}`)],
			});
		}

		expect(before.equals(await readFile(file))).toBe(true);
	}
});
