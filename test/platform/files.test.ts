import {execFileSync} from 'node:child_process';
import {chmod, mkdir, readFile, symlink, truncate, writeFile, stat} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {describe, expect, test} from 'vitest';
import {readingProblem, createRegularFile, readTextFile} from '../../source/platform/files.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {canTrustFolder} from '../../source/platform/own-folders.ts';

const problemOf = (work: () => unknown): string | undefined => {
	try {
		work();
		return undefined;
	} catch (error) {
		return readingProblem(error);
	}
};

test('a file of up to the limit is read, one that is larger is not', async () => {
	await using folder = await temporaryFolder();
	const file = path.join(folder.path, 'a.txt');
	await writeFile(file, 'ünïcode');
	expect(readTextFile(file, 9)).toBe('ünïcode');
	expect(problemOf(() => readTextFile(file, 8))).toBe('it is larger than 8 bytes');
	await truncate(file, 2 ** 31);
	expect(problemOf(() => readTextFile(file))).toBe('it is larger than 1 MB');
});

test('links are followed', async () => {
	await using folder = await temporaryFolder();
	const [file, link, circle] = ['a.txt', 'link', 'circle'].map(name => path.join(folder.path, name)) as [
		string,
		string,
		string,
	];
	await writeFile(file, 'words');
	await symlink(file, link);
	await symlink(circle, circle);
	expect(readTextFile(link)).toBe('words');
	expect(problemOf(() => readTextFile(circle))).toBe('its symbolic links lead in a circle');
	expect(problemOf(() => readTextFile(path.join(folder.path, 'none')))).toBe('there is no such file');
});

describe.skipIf(process.platform === 'win32')('what is no regular file is refused at once', () => {
	const work: ReadonlyArray<readonly [name: string, (file: string) => unknown]> = [
		['read', readTextFile],
		['created', createRegularFile],
		['opened as a database', file => openDatabase(file)],
	];

	test.each(work)('when it is to be %s', async (_name, use) => {
		await using folder = await temporaryFolder();
		const fifo = path.join(folder.path, 'fifo');
		execFileSync('mkfifo', [fifo]);
		await mkdir(path.join(folder.path, 'folder'));
		expect(problemOf(() => use(fifo))).toBe('it is a FIFO, not a regular file');
		expect(problemOf(() => use('/dev/zero'))).toBe('it is a device, not a regular file');
		expect(problemOf(() => use(path.join(folder.path, 'folder')))).toBe('it is a directory, not a regular file');
	});
});

test('a file is created with mode 0600, and keeps its content', async () => {
	await using folder = await temporaryFolder();
	const file = path.join(folder.path, 'a.txt');
	createRegularFile(file);
	await writeFile(file, 'words');
	await chmod(file, 0o600);
	createRegularFile(file);
	expect(await readFile(file, 'utf8')).toBe('words');
});

describe.runIf(process.platform !== 'win32')('a folder of executed files', () => {
	test('is created for this user alone', async () => {
		await using folder = await temporaryFolder();
		const compiled = path.join(folder.path, 'cache', 'compiled');
		expect(canTrustFolder(compiled)).toBe(true);
		const {mode} = await stat(compiled);
		expect(mode % 0o1000).toBe(0o700);
		await mkdir(path.join(compiled, 'v24'), {mode: 0o755});
		expect(canTrustFolder(compiled)).toBe(true);
	});

	test.each([0o770, 0o702, 0o777, 0o1777])('is not used if it has mode %o, nor if a folder in it has', async mode => {
		await using folder = await temporaryFolder();
		const inner = path.join(folder.path, 'v24');
		await mkdir(inner);
		await chmod(inner, mode);
		expect(canTrustFolder(folder.path)).toBe(false);
		expect(canTrustFolder(inner)).toBe(false);
	});

	test('is not used if a folder in it is a symbolic link', async () => {
		await using folder = await temporaryFolder();
		await using other = await temporaryFolder();
		await symlink(other.path, path.join(folder.path, 'v24'));
		expect(canTrustFolder(folder.path)).toBe(false);
	});
});
