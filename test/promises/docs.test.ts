import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {writeTexts} from '../../media/texts.ts';
import {temporaryFolder} from '../helpers/app.tsx';

const root = path.resolve(import.meta.dirname, '../..');

test.each(['docs/keys.md', 'docs/commands.md', 'docs/json.md', 'man/chainbell.1'])(
	'%s is what npm run docs writes, before it takes any picture',
	async name => {
		await using folder = await temporaryFolder();
		await writeTexts(folder.path);
		expect(await readFile(path.join(root, name), 'utf8')).toBe(await readFile(path.join(folder.path, name), 'utf8'));
	},
);

test("README's recording shows the notification under the cursor below the list, not one that was there before", async () => {
	const recording = await readFile(path.join(root, 'media/recording.svg'), 'utf8');
	const shown = recording.split('<g class="screen').flatMap(screen => {
		const text = screen.replaceAll(/<[^>]*>/gv, '');
		const preview = /─\s+(?<id>\d+) ·/v.exec(text)?.groups!.id;
		return preview === undefined ? [] : [{preview, cursor: /▌\W*(?<id>\d+)/v.exec(text)!.groups!.id}];
	});
	expect(shown.length).toBeGreaterThan(1);
	expect(shown.filter(({preview, cursor}) => preview !== cursor)).toEqual([]);
});
