import {chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {describe, expect, test} from 'vitest';
import type {Changes} from '../../source/ledger/changes.ts';
import {LedgerError} from '../../source/ledger/ledger-error.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import {noValues} from '../../source/notification/suggest.ts';
import {
	account,
	creation,
	deleteOne,
	deletion,
	input,
	oldOne,
	open,
	profile,
	seen,
	sent,
	temporaryDirectory,
	temporaryFile,
} from './ledgers.ts';
import {spawnLedger} from './processes.ts';

const notSaved = 'Nothing can be changed: the ledger cannot be written';

test('if the path leads through a regular file, stores work in memory and no change begins', () => {
	const directory = temporaryDirectory();
	const notADirectory = path.join(directory, 'state');
	writeFileSync(notADirectory, '');
	const {ledger, notice} = open(path.join(notADirectory, 'chainbell', 'ledger.sqlite'));
	expect(notice).toContain(`${notSaved} (${path.join(notADirectory, 'chainbell')} is not a directory)`);
	expect(ledger.problem).toMatchObject({cause: 'unwritable'});

	ledger.learned.write(profile, {...noValues, network: ['BASE_MAINNET']});
	expect(ledger.learned.read(profile).network).toStrictEqual(['BASE_MAINNET']);
	const {template, topics} = input;
	ledger.sent.remember(profile, '1', {template, topics, at: 5});
	expect(ledger.sent.get(profile, '1')).toStrictEqual({template, topics, at: 5});
	expect(() => ledger.changes.begin(account, [creation])).toThrow(LedgerError);
});

/** Every method that begins or continues a change, in a ledger filled by `fillChanges`. */
const continuing: ReadonlyArray<[string, (changes: Changes) => unknown]> = [
	['begin', changes => changes.begin(account, [creation])],
	['open', changes => changes.open(account)],
	[
		'add',
		changes => {
			changes.add(2, [deletion('8')], account);
		},
	],
	[
		'close',
		changes => {
			changes.close(2);
		},
	],
	[
		'append',
		changes => {
			changes.append([{item: 1, event: sent('DELETE', '7')}]);
		},
	],
	[
		'revise',
		changes => {
			changes.revise(1, seen('failed'));
		},
	],
];

/** A ledger with change 1 of one item, and change 2, which is not whole. */
function fillChanges({changes}: Ledger): void {
	changes.begin(account, [deletion('7')]);
	changes.open(account);
}

test.each(continuing)('%s works in a writable ledger', (_name, act) => {
	const {ledger} = open(temporaryFile());
	fillChanges(ledger);
	expect(() => act(ledger.changes)).not.toThrow();
});

describe('after the file was moved or deleted', () => {
	test.each(continuing)('%s throws and changes nothing', (_name, act) => {
		const file = temporaryFile();
		const {ledger} = open(file);
		const {changes} = ledger;
		fillChanges(ledger);
		const state = () => [changes.set(1), changes.set(2), changes.items(1), changes.items(2), changes.item(2)];
		const before = state();
		renameSync(file, `${file}.moved`);
		expect(() => act(changes)).toThrow(
			new LedgerError(`${file} was moved or deleted. Restart chainbell, so that changes can be recorded again.`),
		);
		expect(state()).toStrictEqual(before);
	});

	test('nothing can be claimed', () => {
		const file = temporaryFile();
		const {ledger} = open(file);
		fillChanges(ledger);
		rmSync(path.dirname(file), {recursive: true});
		expect(ledger.changes.claim(1)).toBe(false);
	});
});

/** Root may write anywhere, so these tests run as nobody, who then must own the files. */
const isRoot = process.getuid?.() === 0;
const user = isRoot ? 65_534 : undefined;

function handOver(directory: string): void {
	if (user === undefined) {
		return;
	}

	chownSync(path.dirname(directory), user, user);
	chownSync(directory, user, user);
	for (const name of readdirSync(directory)) {
		chownSync(path.join(directory, name), user, user);
	}
}

/** A closed ledger with a completed delete and a sent template. */
function filled(): {file: string; directory: string} {
	const file = temporaryFile();
	const {ledger} = open(file);
	deleteOne(ledger, '7');
	ledger.sent.remember(profile, '8', {template: 'kept', topics: input.topics, at: 5});
	ledger.close();
	return {file, directory: path.dirname(file)};
}

describe.skipIf(process.platform === 'win32')('without permission', () => {
	test.each<[string, (file: string, directory: string) => void, number, number]>([
		[
			'to write the file',
			file => {
				chmodSync(file, 0o400);
			},
			0o700,
			1,
		],
		[
			'to write file and directory',
			file => {
				chmodSync(file, 0o400);
			},
			0o500,
			1,
		],
		['to write the directory', () => undefined, 0o500, 1],
		[
			'to read the file',
			file => {
				chmodSync(file, 0o000);
			},
			0o700,
			0,
		],
		['to search the directory', () => undefined, 0o000, 0],
	])('%s, the ledger can still be read if the file can', async (_name, forbid, directoryMode, count) => {
		const {file, directory} = filled();
		handOver(directory);
		forbid(file, directory);
		chmodSync(directory, directoryMode);
		const {isWritable, notice, call} = await spawnLedger(file, {user});
		expect(isWritable).toBe(false);
		expect(notice).toContain(`${notSaved} (no permission to write ${file})`);
		expect(await call('changes', 'undoable', 1)).toEqual(count === 0 ? undefined : expect.objectContaining({id: 1}));
		expect(await call('sent', 'get', profile, '8')).toStrictEqual(
			count === 0 ? undefined : {template: 'kept', topics: ['', '', '', ''], at: 5},
		);
		await call('learned', 'write', profile, {network: ['BASE_MAINNET']});
		expect(await call('learned', 'read', profile)).toMatchObject({network: ['BASE_MAINNET']});
		await expect(call('changes', 'begin', account, [creation])).rejects.toThrow('the ledger cannot be written');
		chmodSync(directory, 0o700);
	});

	test('changes that a killed process left in the log are read too', async () => {
		const file = temporaryFile();
		const writer = await spawnLedger(file);
		await writer.call('changes', 'begin', account, [creation]);
		await writer.kill();
		expect(existsSync(`${file}-wal`)).toBe(true);
		const directory = path.dirname(file);
		handOver(directory);
		chmodSync(file, 0o400);
		chmodSync(directory, 0o500);
		const {isWritable, call} = await spawnLedger(file, {user});
		expect(isWritable).toBe(false);
		expect(await call('changes', 'pending', profile)).toMatchObject([{id: 1, counts: {planned: 1}}]);
		expect(await call('changes', 'claim', 1)).toBe(false);
		chmodSync(directory, 0o700);
	});

	test('a damaged file that cannot be renamed stays unchanged', async () => {
		const {file, directory} = filled();
		writeFileSync(file, 'Dear diary\n'.repeat(1000));
		handOver(directory);
		chmodSync(directory, 0o500);
		const {isWritable, call} = await spawnLedger(file, {user});
		expect(isWritable).toBe(false);
		expect(await call('changes', 'item', 1)).toBeUndefined();
		chmodSync(directory, 0o700);
		expect(readdirSync(directory)).toStrictEqual(['ledger.sqlite']);
	});
});

describe.skipIf(process.platform === 'win32')('if the disk is full', () => {
	test('at the start, the ledger is in memory', async () => {
		const file = temporaryFile();
		mkdirSync(path.dirname(file));
		const {isWritable, notice, call} = await spawnLedger(file, {longestFile: 1});
		expect(isWritable).toBe(false);
		expect(notice).toContain(notSaved);
		await call('learned', 'write', profile, {network: ['BASE_MAINNET']});
		expect(await call('learned', 'read', profile)).toMatchObject({network: ['BASE_MAINNET']});
		await expect(call('changes', 'begin', account, [creation])).rejects.toThrow('the ledger cannot be written');
	});

	test('later, a change without space fails as a whole, and earlier changes stay', async () => {
		const file = temporaryFile();
		open(file).ledger.close();
		const {isWritable, call} = await spawnLedger(file, {longestFile: 400});
		expect(isWritable).toBe(true);
		await call('changes', 'begin', account, [creation]);
		const large = {...oldOne(), raw: {id: '7', text: 'x'.repeat(1_000_000)}};
		await expect(call('changes', 'begin', account, [{kind: 'delete', snapshot: large}])).rejects.toThrow(
			'LedgerError: The ledger failed',
		);
		await call('changes', 'append', [{item: 1, event: sent('POST')}]);
		expect(open(file).ledger.changes.items(1)).toMatchObject([{phase: 'creating'}]);
	});
});
