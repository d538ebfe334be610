import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {keysTable} from '../media/keys-table.ts';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');

test('the key table is the one the program matches keys by (npm run docs writes it)', () => {
	expect(readme).toContain(keysTable());
});

test('every package of package.json has its line', async () => {
	const {devDependencies} = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {devDependencies: Record<string, string>};
	const [, table = ''] = readme.split('## Dependencies', 2);
	for (const name of Object.keys(devDependencies)) {
		if (!name.startsWith('@types/')) {
			expect(table).toMatch(new RegExp(String.raw`(?:^|\n)\|[^\|\n]*(?<![\w\/\-])${name}(?![\w\/\-])[^\|\n]*\|`, 'v'));
		}
	}
});
