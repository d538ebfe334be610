import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {startTerminal} from '../test/helpers/terminal.ts';
import {commandsPage} from './commands-page.ts';
import {keysTable} from './keys-table.ts';
import {toSvg} from './svg.ts';

// `npm run docs`: writes the generated parts of README and docs/commands.md.

const columns = 100;
await using terminal = startTerminal({args: ['--sandbox'], columns, rows: 28});
await terminal.waitFor('SANDBOX');
await terminal.waitFor(/0x[\da-f]{4}/iv);
await writeFile(path.join(import.meta.dirname, 'list.svg'), toSvg({title: 'chainbell', columns, rows: terminal.cells()}));

const readme = path.join(import.meta.dirname, '..', 'README.md');
const text = await readFile(readme, 'utf8');
await writeFile(readme, text.replace(/(?<=<!-- keys: [^\n]* -->\n).*(?=<!-- \/keys -->)/sv, () => keysTable()));

await writeFile(path.join(import.meta.dirname, '..', 'docs', 'commands.md'), await commandsPage());
