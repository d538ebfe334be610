import {expect, test} from 'vitest';
import {startTerminal, type Terminal} from '../helpers/terminal.ts';
import {rowAt, serveWideNames, wideNames} from '../helpers/wide-names.ts';

const last = wideNames.length - 1;

/** What moves rows on the screen: IL and DL. */
const scrolls = /\u{1B}\[\d*[LM]/gv;

async function moveTo(terminal: Terminal, from: number, to: number): Promise<void> {
	for (let row = from; row !== to; row += Math.sign(to - from)) {
		terminal.press(to > from ? 'j' : 'k');
		await terminal.waitFor(rowAt(row + Math.sign(to - from)));
	}
}

test.each([[80, 24], [120, 30]])('at %i x %i a list that the terminal scrolled looks as one that is drawn from scratch', async (columns, rows) => {
	await using server = await serveWideNames();
	await using terminal = startTerminal({columns, rows, env: {CHAINBELL_BASE_URL: server.baseUrl, CHAINBELL_API_KEY: 'canary-key'}});
	await terminal.waitFor('1001');
	const expectAsDrawnFromScratch = async () => {
		const [cells, before] = [terminal.cells(), terminal.bytes.length];
		terminal.press('C-l');
		// The last thing that is written is the end of the frame.
		await expect.poll(() => terminal.bytes.slice(before)).toMatch(/\u{1B}\[\?1049h.*\u{1B}\[\?2026l$/sv);
		await expect.poll(() => terminal.cells()).toEqual(cells);
	};

	await moveTo(terminal, 0, last);
	await expectAsDrawnFromScratch();
	await moveTo(terminal, last, 0);
	await expectAsDrawnFromScratch();
	// Several keys in one chunk, which may be several rows in one frame.
	terminal.write('j'.repeat(last));
	await terminal.waitFor(rowAt(last));
	await expectAsDrawnFromScratch();
	expect(terminal.bytes.match(scrolls)!.length).toBeGreaterThan(wideNames.length - rows);
	terminal.press('q');
	await terminal.exit;
});
