import {expect, test} from 'vitest';
import {visibleCells} from '../helpers/terminal-cells.ts';
import {modesAtRest, startTerminal, type Terminal} from '../helpers/terminal.ts';
import {expectRowsInPlace, rowAt, serveWideNames, wideNames} from '../helpers/wide-names.ts';

const last = wideNames.length - 1;

async function moveTo(terminal: Terminal, from: number, to: number, rows: number): Promise<void> {
	for (let row = from; row !== to; row += Math.sign(to - from)) {
		terminal.press(to > from ? 'j' : 'k');
		expectRowsInPlace(await terminal.waitFor(rowAt(row + Math.sign(to - from))), rows);
	}
}

/** The cells, without the age of the listing, which grows meanwhile. The preview is drawn when the cursor has rested. */
async function cellsAtRest(terminal: Terminal, row: number): Promise<unknown[]> {
	await terminal.waitFor(new RegExp(`^─ ${1000 + row} · `, 'mv'));
	return terminal.cells().map((runs, index) =>
		index === 0
			? runs
					.map(({text}) => text)
					.join('')
					.split(' · listed ', 1)[0]
			: visibleCells(runs),
	);
}

test.each([
	[80, 24],
	[130, 33],
])(
	'at %i x %i a list that scrolled, or that changed in part, looks as one that is drawn from scratch',
	async (columns, rows) => {
		await using server = await serveWideNames();
		await using terminal = startTerminal({
			columns,
			rows,
			env: {CHAINBELL_BASE_URL: server.baseUrl, CHAINBELL_API_KEY: 'canary-key'},
		});
		await terminal.waitFor('1001');
		const expectAsDrawnFromScratch = async (row: number) => {
			const cells = await cellsAtRest(terminal, row);
			const before = terminal.bytes.length;
			terminal.press('C-l');
			// The last thing that is written is the end of the frame.
			await expect.poll(() => terminal.bytes.slice(before)).toMatch(/\u{1B}\[\?1049h.*\u{1B}\[\?2026l/sv);
			await expect.poll(async () => cellsAtRest(terminal, row)).toEqual(cells);
		};

		// The first frame of the list has less room for the names than the second.
		await expectAsDrawnFromScratch(0);
		await moveTo(terminal, 0, last, rows);
		await expectAsDrawnFromScratch(last);
		await moveTo(terminal, last, 0, rows);
		await expectAsDrawnFromScratch(0);
		// Several keys in one chunk, which may be several rows in one frame.
		terminal.write('j'.repeat(last));
		await terminal.waitFor(rowAt(last));
		await expectAsDrawnFromScratch(last);
		terminal.press('q');
		await terminal.exit;
		expect(terminal.modes).toEqual(modesAtRest);
	},
);
