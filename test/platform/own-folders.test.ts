import {chmod, mkdir, stat, symlink} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {describe, expect, test} from 'vitest';
import {canTrustFolder} from '../../source/platform/own-folders.ts';
import {temporaryFolder} from '../helpers/app.tsx';

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
