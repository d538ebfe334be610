import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {commands} from '../source/cli/commands.ts';
import {manPage} from '../source/cli/man/man-page.ts';
import {startTerminal} from '../test/helpers/terminal.ts';
import {commandsPage} from './commands-page.ts';
import {keysTable} from './keys-table.ts';
import {pictures, screensPage} from './pictures.ts';
import {recordedSteps, recordingSize, secondsPerScreen} from './recording.ts';
import {toMovingSvg, toSvg} from './svg.ts';

// `npm run docs`: writes the generated parts of docs/, the manual page, the pictures and README's recording.

const sandbox = ['--sandbox'];

for (const {name, title, columns, rows, open, prepare, args = prepare === undefined ? sandbox : []} of pictures) {
	await using prepared = await prepare?.();
	await using terminal = startTerminal({args, columns, rows, ...prepared && {home: prepared.home}});
	if (args === sandbox || prepared !== undefined) {
		// Until it says how old it is, the listing is still arriving.
		await terminal.waitFor('listed just now');
	}

	await open(terminal);
	await writeFile(path.join(import.meta.dirname, `${name}.svg`), toSvg({title: `chainbell: ${title}`, columns, rows: terminal.cells()}));
}

await using recorded = startTerminal({args: sandbox, ...recordingSize});
await recorded.waitFor('listed just now');
const screens = [];
for (const step of recordedSteps) {
	await step(recorded);
	screens.push(recorded.cells());
}

await writeFile(path.join(import.meta.dirname, 'recording.svg'), toMovingSvg({title: 'chainbell', columns: recordingSize.columns, screens}, secondsPerScreen));

const root = path.join(import.meta.dirname, '..');
const keys = path.join(root, 'docs', 'keys.md');
const text = await readFile(keys, 'utf8');
await writeFile(keys, text.replace(/(?<=<!-- keys: [^\n]* -->\n).*(?=<!-- \/keys -->)/sv, () => keysTable()));

await writeFile(path.join(root, 'docs', 'commands.md'), await commandsPage());
await writeFile(path.join(root, 'docs', 'screens.md'), screensPage());
await writeFile(path.join(root, 'man', 'chainbell.1'), await manPage(commands));
