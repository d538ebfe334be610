import {readFile, stat, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {createSettingsStore} from '../../source/account/settings.ts';
import {temporaryFolder} from '../helpers/app.tsx';

const file = (folder: {readonly path: string}) => path.join(folder.path, 'config.yaml');

test('saving one setting keeps comments and the other settings, is seen at once, and leaves the file to its owner', async () => {
	await using folder = await temporaryFolder();
	await writeFile(
		file(folder),
		'# mine\nprofiles:\n  a: {baseUrl: https://a, apiKeyEnv: KEY} # first\nviews:\n  - name: One # kept\n',
		{mode: 0o600},
	);
	const store = createSettingsStore(file(folder));
	await store.load();
	let told = 0;
	store.subscribe(() => {
		told++;
	});
	await store.save(['preview'], 'off');
	await store.save(['views', 1], {name: 'Two', query: 'a: b', sort: '-name'});
	expect(told).toBe(2);
	expect(store.get().settings).toEqual({
		preview: 'off',
		views: [
			{name: 'One', query: ''},
			{name: 'Two', query: 'a: b', sort: {field: 'name', isDescending: true}},
		],
	});
	const text = await readFile(file(folder), 'utf8');
	expect(text).toContain('# mine');
	expect(text).toContain('# first');
	expect(text).toContain('One # kept');
	const {mode} = await stat(file(folder));
	expect(mode % 0o1000).toBe(0o600);
});

test('saving creates the file; a file that is not YAML stays as it is', async () => {
	await using folder = await temporaryFolder();
	const store = createSettingsStore(file(folder));
	await store.save(['preview'], 'on');
	expect(await readFile(file(folder), 'utf8')).toBe('preview: on\n');
	await writeFile(file(folder), 'preview: [');
	await expect(store.save(['preview'], 'off')).rejects.toThrow(/is not YAML/v);
	expect(await readFile(file(folder), 'utf8')).toBe('preview: [');
	await writeFile(file(folder), '- a');
	await expect(store.save(['preview'], 'off')).rejects.toThrow(/holds no settings/v);
});
