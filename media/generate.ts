import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {startTerminal} from '../test/helpers/terminal.ts';
import {pictures} from './pictures.ts';
import {recordedSteps, recordingSize, secondsPerScreen} from './recording.ts';
import type {ScreenPicture} from './screen-picture.ts';
import {toMovingSvg, toSvg} from './svg.ts';
import {writeTexts} from './texts.ts';

// `npm run docs`: writes the generated parts of docs/, the manual page, README's recording and the pictures. Texts come first: they need no screen.

await writeTexts();

const sandbox = ['--sandbox'];

/** How many programs run at once: each spends most of its time waiting. */
const atOnce = 4;

const jobs = [
	{name: 'recording', draw: drawRecording},
	...pictures.map(picture => ({name: picture.name, draw: async () => drawPicture(picture)})),
].values();
const failures: unknown[] = [];
await Promise.all(
	Array.from({length: atOnce}, async () => {
		for (const {name, draw} of jobs) {
			try {
				await writeFile(path.join(import.meta.dirname, `${name}.svg`), await draw());
			} catch (error) {
				failures.push(new Error(`The picture ${name} was not taken.`, {cause: error}));
			}
		}
	}),
);
if (failures.length > 0) {
	throw new AggregateError(failures, 'All other pictures and all texts are written.');
}

async function drawPicture({
	title,
	columns,
	rows,
	open,
	isMoving = false,
	prepare,
	args = prepare === undefined ? sandbox : [],
}: ScreenPicture): Promise<string> {
	await using prepared = await prepare?.();
	await using terminal = startTerminal({args, columns, rows, ...(prepared && {home: prepared.home})});
	if (args === sandbox || prepared !== undefined) {
		// Until it says how old it is, the listing is still arriving.
		await terminal.waitFor('listed just now');
	}

	await open(terminal);
	if (!isMoving) {
		await terminal.waitUntilStill();
	}

	return toSvg({title: `chainbell: ${title}`, columns, rows: terminal.cells()});
}

async function drawRecording(): Promise<string> {
	await using terminal = startTerminal({args: sandbox, ...recordingSize});
	await terminal.waitFor('listed just now');
	const screens = [];
	for (const {keys, take} of recordedSteps) {
		await take(terminal);
		await terminal.waitUntilStill();
		screens.push({keys, rows: terminal.cells()});
	}

	return toMovingSvg({title: 'chainbell', columns: recordingSize.columns, screens}, secondsPerScreen);
}
