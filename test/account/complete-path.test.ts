import {mkdir, symlink, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {completePath, typedPath} from '../../source/account/account-files.ts';
import {temporaryFolder} from '../helpers/app.tsx';

test('folders and files of notifications complete a path, hidden ones only if the text begins with a dot', async () => {
	await using folder = await temporaryFolder();
	const home = folder.path;
	await mkdir(path.join(home, 'alerts'));
	await symlink(path.join(home, 'alerts'), path.join(home, 'also'));
	for (const name of ['alerts.yaml', 'alarms.json', 'all.txt', '.al.yml']) {
		await writeFile(path.join(home, name), '');
	}

	expect(await completePath('~/al', home)).toStrictEqual(['~/alarms.json', '~/alerts.yaml', '~/alerts/', '~/also/']);
	expect(await completePath(`${home}/alarms`, '/elsewhere')).toStrictEqual([`${home}/alarms.json`]);
	expect(await completePath('~/.', home)).toStrictEqual(['~/.al.yml']);
	expect(await completePath('~', home)).toContain('~/alerts/');
	expect(await completePath('~/none/x', home)).toStrictEqual([]);
});

test('~ is the home, and other paths begin in the current folder', () => {
	expect(typedPath('~', '/home/ops')).toBe('/home/ops');
	expect(typedPath(' ~/a.yaml ', '/home/ops')).toBe('/home/ops/a.yaml');
	expect(typedPath('a.yaml', '/home/ops')).toBe(path.resolve('a.yaml'));
	expect(typedPath('~other/a.yaml', '/home/ops')).toBe(path.resolve('~other/a.yaml'));
});
