import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {startTerminal} from '../test/helpers/terminal.ts';
import {commandsPage} from './commands-page.ts';
import {keysTable} from './keys-table.ts';
import {pictures, screensPage} from './pictures.ts';
import {toSvg} from './svg.ts';

// `npm run docs`: writes the generated parts of README and docs/, and the pictures.

for (const {name, title, columns, rows, open} of pictures) {
	await using terminal = startTerminal({args: ['--sandbox'], columns, rows});
	// Until it says how old it is, the listing is still arriving.
	await terminal.waitFor('listed just now');
	await open(terminal);
	await writeFile(path.join(import.meta.dirname, `${name}.svg`), toSvg({title: `chainbell: ${title}`, columns, rows: terminal.cells()}));
}

const root = path.join(import.meta.dirname, '..');
const readme = path.join(root, 'README.md');
const text = await readFile(readme, 'utf8');
await writeFile(readme, text.replace(/(?<=<!-- keys: [^\n]* -->\n).*(?=<!-- \/keys -->)/sv, () => keysTable()));

await writeFile(path.join(root, 'docs', 'commands.md'), await commandsPage());
await writeFile(path.join(root, 'docs', 'screens.md'), screensPage());
