import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {commands} from '../source/cli/commands.ts';
import {manPage} from '../source/cli/help.ts';
import {commandsPage} from './commands-page.ts';
import {jsonPage} from './json-page.ts';
import {keysPage} from './keys-table.ts';

/** Writes the generated texts into a folder, by default this project: what `npm run docs` does before any picture. */
export async function writeTexts(folder = path.join(import.meta.dirname, '..')): Promise<void> {
	const texts = {
		'docs/keys.md': keysPage(),
		'docs/commands.md': await commandsPage(),
		'docs/json.md': jsonPage(),
		'man/chainbell.1': await manPage(commands),
	};
	for (const [name, text] of Object.entries(texts)) {
		const file = path.join(folder, name);
		await mkdir(path.dirname(file), {recursive: true});
		await writeFile(file, text);
	}
}
