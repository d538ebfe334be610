import {chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {describe, expect, test} from 'vitest';
import {LedgerError} from '../../source/storage/ledger-error.ts';
import {noValues} from '../../source/domain/draft/suggest.ts';
import {creation, deleteOne, input, oldOne, open, profile, temporaryDirectory, temporaryFile} from './ledgers.ts';
import {spawnLedger} from './processes.ts';

const lost = 'Drafts, history, templates and undo will be lost when chainbell exits:';

test('below a regular file nothing lasts, and the session goes on', () => {
	const directory = temporaryDirectory();
	const notADirectory = path.join(directory, 'state');
	writeFileSync(notADirectory, '');
	const {ledger, notice} = open(path.join(notADirectory, 'chainbell', 'ledger.sqlite'));
	expect(notice).toBe(`${lost} ${path.join(notADirectory, 'chainbell')} is not a directory.`);
	expect(ledger.isWritable).toBe(false);

	ledger.learned.write(profile, {...noValues, network: ['BASE_MAINNET']});
	expect(ledger.learned.read(profile).network).toStrictEqual(['BASE_MAINNET']);
	const {template, topics} = input;
	ledger.sent.remember(profile, '1', {template, topics, at: 5});
	expect(ledger.sent.get(profile, '1')).toStrictEqual({template, topics, at: 5});
	expect(ledger.journal.history({})).toStrictEqual([]);
	expect(() => ledger.journal.begin(creation)).toThrow(LedgerError);
});

test('into a file that was deleted since it was opened nothing is written that others rely on', () => {
	const file = temporaryFile();
	const {journal} = open(file).ledger;
	const {id} = journal.begin(creation);
	rmSync(path.dirname(file), {recursive: true});
	const refused = `${file} was moved or deleted. Restart chainbell`;
	expect(() => journal.begin(creation)).toThrow(refused);
	expect(() => journal.advance(id, {state: 'creating'})).toThrow(refused);
	expect(() => journal.requestSent(id, {method: 'POST'})).toThrow(refused);
	expect(journal.claim(id)).toBe(false);
	expect(journal.get(id)?.state).toBe('planned');
});

/** Root may write anywhere, so it becomes nobody, who then has to own the files. */
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

/** A ledger with a delete that is done, closed, and its directory. */
function filled(): {file: string; directory: string} {
	const file = temporaryFile();
	const {ledger} = open(file);
	deleteOne(ledger, '7');
	ledger.sent.remember(profile, '8', {template: 'kept', topics: input.topics, at: 5});
	ledger.close();
	return {file, directory: path.dirname(file)};
}

describe.skipIf(process.platform === 'win32')('where there is no permission', () => {
	test.each<[string, (file: string, directory: string) => void, number, number]>([
		['to write the file', file => {
			chmodSync(file, 0o400);
		}, 0o700, 1],
		['to write file and directory', file => {
			chmodSync(file, 0o400);
		}, 0o500, 1],
		['to write the directory', () => undefined, 0o500, 1],
		['to read the file', file => {
			chmodSync(file, 0o000);
		}, 0o700, 0],
		['to look into the directory', () => undefined, 0o000, 0],
	])('%s, what can be read is shown', async (_name, forbid, directoryMode, count) => {
		const {file, directory} = filled();
		handOver(directory);
		forbid(file, directory);
		chmodSync(directory, directoryMode);
		const {isWritable, notice, call} = await spawnLedger(file, {user});
		expect(isWritable).toBe(false);
		expect(notice).toBe(`${lost} no permission to write ${file}.`);
		expect(await call('journal', 'history', {})).toHaveLength(count);
		expect(await call('journal', 'lastDeleted', profile)).toEqual(count === 0 ? undefined : expect.objectContaining({id: 1}));
		const sent = await call('sent', 'get', profile, '8');
		expect(sent).toStrictEqual(count === 0 ? undefined : {template: 'kept', topics: ['', '', '', ''], at: 5});
		await call('learned', 'write', profile, {network: ['BASE_MAINNET']});
		expect(await call('learned', 'read', profile)).toMatchObject({network: ['BASE_MAINNET']});
		await expect(call('journal', 'begin', creation)).rejects.toThrow('The ledger cannot be written');
		chmodSync(directory, 0o700);
	});

	test('what a killed process left in the log is read too', async () => {
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

	test('a damaged file that cannot be set aside is left alone', async () => {
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

describe.skipIf(process.platform === 'win32')('where the disk is full', () => {
	test('from the beginning', async () => {
		const file = temporaryFile();
		mkdirSync(path.dirname(file));
		const {isWritable, notice, call} = await spawnLedger(file, {longestFile: 1});
		expect(isWritable).toBe(false);
		expect(notice).toContain(lost);
		await call('learned', 'write', profile, {network: ['BASE_MAINNET']});
		expect(await call('learned', 'read', profile)).toMatchObject({network: ['BASE_MAINNET']});
		await expect(call('journal', 'begin', creation)).rejects.toThrow('The ledger cannot be written');
	});

	test('in the middle, what has no room is refused whole, and what was kept stays', async () => {
		const file = temporaryFile();
		open(file).ledger.close();
		const {isWritable, call} = await spawnLedger(file, {longestFile: 400});
		expect(isWritable).toBe(true);
		await call('journal', 'begin', creation);
		const large = {...oldOne(), raw: {id: '7', text: 'x'.repeat(1_000_000)}};
		await expect(call('journal', 'begin', {...creation, kind: 'delete', snapshot: large})).rejects.toThrow('LedgerError: The ledger failed');
		await call('journal', 'advance', 1, {state: 'creating'});
		expect(open(file).ledger.journal.unfinished(profile)).toMatchObject([{id: 1, state: 'creating'}]);
	});
});
