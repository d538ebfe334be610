import {mkdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {commands} from '../source/cli/commands.ts';
import {manPage} from '../source/cli/help.ts';
import {commandsPage} from './commands-page.ts';
import {jsonPage} from './json-page.ts';
import {keysTable} from './keys-table.ts';
import {screensPage} from './pictures.ts';

/** Writes the generated texts into a folder, by default this project: what `npm run docs` does before any picture. */
export async function writeTexts(folder = path.join(import.meta.dirname, '..')): Promise<void> {
	const keys = await readFile(path.join(import.meta.dirname, '../docs/keys.md'), 'utf8');
	const texts = {
		'docs/keys.md': keys.replace(/(?<=<!-- keys: [^\n]* -->\n).*(?=<!-- \/keys -->)/sv, () => keysTable()),
		'docs/commands.md': await commandsPage(),
		'docs/json.md': jsonPage(),
		'docs/screens.md': screensPage(),
		'man/chainbell.1': await manPage(commands),
	};
	for (const [name, text] of Object.entries(texts)) {
		const file = path.join(folder, name);
		await mkdir(path.dirname(file), {recursive: true});
		await writeFile(file, text);
	}
}
