import {chmodSync, chownSync, readdirSync, renameSync, writeFileSync} from 'node:fs';
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
const continuing: ReadonlyArray<(changes: Changes) => unknown> = [
	changes => changes.begin(account, [creation]),
	changes => changes.open(account),
	changes => changes.add(2, [deletion('8')], account),
	changes => changes.close(2),
	changes => changes.append([{item: 1, event: sent('DELETE', '7')}]),
	changes => changes.revise(1, seen('failed')),
];

/** A ledger with change 1 of one item, and change 2, which is not whole. */
function fillChanges({changes}: Ledger): void {
	changes.begin(account, [deletion('7')]);
	changes.open(account);
}

test('after the file was moved or deleted no change begins, goes on or is claimed', () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	const {changes} = ledger;
	fillChanges(ledger);
	const state = () => [changes.set(1), changes.set(2), changes.items(1), changes.items(2), changes.item(2)];
	const before = state();
	renameSync(file, `${file}.moved`);
	for (const act of continuing) {
		expect(() => act(changes)).toThrow(
			new LedgerError(`${file} was moved or deleted. Restart chainbell, so that changes can be recorded again.`),
		);
	}

	expect(state()).toStrictEqual(before);
	expect(changes.claim(1)).toBe(false);
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

describe.skipIf(process.platform === 'win32')('without permission', () => {
	test.each([
		['to write the directory', 0o600, 0o500, true],
		['to read the file', 0o000, 0o700, false],
	])('%s, the ledger can still be read if the file can', async (_name, fileMode, directoryMode, isRead) => {
		const file = temporaryFile();
		const directory = path.dirname(file);
		const {ledger} = open(file);
		deleteOne(ledger, '7');
		ledger.sent.remember(profile, '8', {template: 'kept', topics: input.topics, at: 5});
		ledger.close();
		handOver(directory);
		chmodSync(file, fileMode);
		chmodSync(directory, directoryMode);
		const {isWritable, notice, call} = await spawnLedger(file, {user});
		expect(isWritable).toBe(false);
		expect(notice).toContain(`${notSaved} (no permission to write ${file})`);
		expect(await call('changes', 'undoable', 1)).toEqual(isRead ? expect.objectContaining({id: 1}) : undefined);
		expect(await call('sent', 'get', profile, '8')).toStrictEqual(
			isRead ? {template: 'kept', topics: ['', '', '', ''], at: 5} : undefined,
		);
		await call('learned', 'write', profile, {network: ['BASE_MAINNET']});
		expect(await call('learned', 'read', profile)).toMatchObject({network: ['BASE_MAINNET']});
		await expect(call('changes', 'begin', account, [creation])).rejects.toThrow('the ledger cannot be written');
		chmodSync(directory, 0o700);
	});
});

describe.skipIf(process.platform === 'win32')('if the disk is full', () => {
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
