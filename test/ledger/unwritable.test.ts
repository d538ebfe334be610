import {chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {describe, expect, test} from 'vitest';
import type {Journal} from '../../source/ledger/journal/journal.ts';
import {LedgerError} from '../../source/ledger/ledger-error.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import {noValues} from '../../source/notification/suggest.ts';
import {
	creation,
	deleteOne,
	input,
	oldOne,
	open,
	profile,
	skipped,
	temporaryDirectory,
	temporaryFile,
} from './ledgers.ts';
import {spawnLedger} from './processes.ts';

const notSaved = 'Nothing can be changed: the ledger cannot be written';

test('if the path leads through a regular file, stores work in memory and the journal refuses to begin', () => {
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
	expect(ledger.journal.history({})).toStrictEqual([]);
	expect(() => ledger.journal.begin(creation)).toThrow(LedgerError);
});

/** Every method that begins or advances an operation or a batch, in a ledger filled by `fillJournal`. */
const advancing: ReadonlyArray<[string, (journal: Journal) => unknown]> = [
	['begin', journal => journal.begin(creation)],
	['advance', journal => journal.advance(1, {state: 'creating'})],
	['requestSent', journal => journal.requestSent(1, {method: 'POST'})],
	['beginBatch', journal => journal.beginBatch(profile)],
	['itemSent', journal => journal.itemSent(2, {method: 'DELETE', target: '7'})],
	[
		'changeItems',
		journal => {
			journal.changeItems([{id: 2, state: 'done'}]);
		},
	],
	[
		'reopenFailed',
		journal => {
			journal.reopenFailed(1);
		},
	],
	[
		'leavePlanned',
		journal => {
			journal.leavePlanned(1, skipped('It was not deleted.'));
		},
	],
	[
		'addItems',
		journal => {
			journal.addItems(2, [{kind: 'delete', profileName: 'production', snapshot: oldOne('8')}]);
		},
	],
	[
		'completeBatch',
		journal => {
			journal.completeBatch(2);
		},
	],
];

/** A ledger with operation 1, batch 1 with operation 2 as its only item, and batch 2 that is not complete. */
function fillJournal({journal}: Ledger): void {
	journal.begin(creation);
	const batch = journal.beginBatch(profile);
	journal.addItems(batch, [{kind: 'delete', profileName: 'production', snapshot: oldOne('7')}]);
	journal.completeBatch(batch);
	journal.beginBatch(profile);
}

test.each(advancing)('%s works in a writable ledger', (_name, act) => {
	const {ledger} = open(temporaryFile());
	fillJournal(ledger);
	expect(() => act(ledger.journal)).not.toThrow();
});

describe('after the file was moved or deleted', () => {
	test.each(advancing)('%s throws and changes nothing', (_name, act) => {
		const file = temporaryFile();
		const {ledger} = open(file);
		fillJournal(ledger);
		const state = () => {
			const {journal} = ledger;
			return [journal.get(1), journal.get(2), journal.get(3), journal.batch(1), journal.batch(2), journal.history({})];
		};

		const before = state();
		renameSync(file, `${file}.moved`);
		expect(() => act(ledger.journal)).toThrow(
			new LedgerError(`${file} was moved or deleted. Restart chainbell, so that changes can be recorded again.`),
		);
		expect(state()).toStrictEqual(before);
	});

	test('claim and claimBatch return false', () => {
		const file = temporaryFile();
		const {ledger} = open(file);
		fillJournal(ledger);
		rmSync(path.dirname(file), {recursive: true});
		expect(ledger.journal.claim(1)).toBe(false);
		expect(ledger.journal.claimBatch(1)).toBe(false);
		expect(ledger.journal.get(1)?.state).toBe('planned');
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
		expect(await call('journal', 'history', {})).toHaveLength(count);
		expect(await call('journal', 'undoable', 1)).toEqual(count === 0 ? undefined : expect.objectContaining({id: 1}));
		const sent = await call('sent', 'get', profile, '8');
		expect(sent).toStrictEqual(count === 0 ? undefined : {template: 'kept', topics: ['', '', '', ''], at: 5});
		await call('learned', 'write', profile, {network: ['BASE_MAINNET']});
		expect(await call('learned', 'read', profile)).toMatchObject({network: ['BASE_MAINNET']});
		await expect(call('journal', 'begin', creation)).rejects.toThrow('the ledger cannot be written');
		chmodSync(directory, 0o700);
	});

	test('changes that a killed process left in the log are read too', async () => {
		const file = temporaryFile();
		const writer = await spawnLedger(file);
		await writer.call('journal', 'begin', creation);
		await writer.kill();
		expect(existsSync(`${file}-wal`)).toBe(true);
		const directory = path.dirname(file);
		handOver(directory);
		chmodSync(file, 0o400);
		chmodSync(directory, 0o500);
		const {isWritable, call} = await spawnLedger(file, {user});
		expect(isWritable).toBe(false);
		expect(await call('journal', 'unfinished', profile)).toMatchObject([{id: 1, state: 'planned'}]);
		expect(await call('journal', 'claim', 1)).toBe(false);
		chmodSync(directory, 0o700);
	});

	test('a damaged file that cannot be renamed stays unchanged', async () => {
		const {file, directory} = filled();
		writeFileSync(file, 'Dear diary\n'.repeat(1000));
		handOver(directory);
		chmodSync(directory, 0o500);
		const {isWritable, call} = await spawnLedger(file, {user});
		expect(isWritable).toBe(false);
		expect(await call('journal', 'history', {})).toStrictEqual([]);
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
		await expect(call('journal', 'begin', creation)).rejects.toThrow('the ledger cannot be written');
	});

	test('later, a change without space fails as a whole, and earlier changes stay', async () => {
		const file = temporaryFile();
		open(file).ledger.close();
		const {isWritable, call} = await spawnLedger(file, {longestFile: 400});
		expect(isWritable).toBe(true);
		await call('journal', 'begin', creation);
		const large = {...oldOne(), raw: {id: '7', text: 'x'.repeat(1_000_000)}};
		await expect(call('journal', 'begin', {...creation, kind: 'delete', snapshot: large})).rejects.toThrow(
			'LedgerError: The ledger failed',
		);
		await call('journal', 'advance', 1, {state: 'creating'});
		expect(open(file).ledger.journal.unfinished(profile)).toMatchObject([{id: 1, state: 'creating'}]);
	});
});
