import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';

const read = async (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');

test('every package of package.json has its line', async () => {
	const {devDependencies} = JSON.parse(await read('package.json')) as {devDependencies: Record<string, string>};
	const table = await read('docs/dependencies.md');
	for (const name of Object.keys(devDependencies)) {
		if (!name.startsWith('@types/')) {
			expect(table).toMatch(new RegExp(String.raw`(?:^|\n)\|[^\|\n]*(?<![\w\/\-])${name}(?![\w\/\-])[^\|\n]*\|`, 'v'));
		}
	}
});
