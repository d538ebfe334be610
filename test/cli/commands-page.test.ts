import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {commandsPage} from '../../media/commands-page.ts';

test('docs/commands.md matches the command table (npm run docs writes it)', async () => {
	const page = await readFile(new URL('../../docs/commands.md', import.meta.url), 'utf8');
	expect(page).toBe(await commandsPage());
});
