import type {Measure} from '../measure.ts';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import {openChainbell} from '../programs.ts';
import {hasRows, isComplete, isIndexed} from '../screen.ts';
import {median} from '../statistics.ts';
import {patience, type TimedTerminal} from '../timed-terminal.ts';
import {bytesWrittenBy, mostBytes} from '../written-by.ts';

/** The key that opens each screen, and what the first line then says. */
const screens = [
	['detail', 'Enter', /^ (?:notification )?\d+ · /v],
	['help', '?', /· help /v],
	['form', 'n', /^ new (?:notification )?· /v],
] as const;

/** What opening a screen writes to the terminal, and leaving it. */
export const bytesScreen: Measure = {
	name: 'bytes-screen',
	what: 'bytes that opening or leaving a screen writes',
	against: undefined,
	unit: 'bytes',
	budget: mostBytes,
	needs: [],
	sizes: [100],
	judged: [100],
	async run({runs, account: accountOf}, size) {
		const account = await accountOf(size);
		await using home = makeHome();
		await using terminal = openChainbell(account, home.path);
		await terminal.until(
			'The complete listing',
			lines => hasRows(lines) && isComplete(lines, size) && isIndexed(lines),
		);
		const written = new Map<string, number[]>();
		for (let run = 0; run < runs.long; run++) {
			for (const [name, key, title] of screens) {
				const opening = await bytesOfKeyPress(terminal, key, title);
				const leaving = await bytesOfKeyPress(terminal, 'Escape', /\d notifications/v);
				written.set(name, [...(written.get(name) ?? []), opening]);
				written.set('back to the list', [...(written.get('back to the list') ?? []), leaving]);
			}
		}

		return {
			ours: written.values().toArray().flat(),
			note: `${written
				.entries()
				.map(([name, values]) => `${name} ${Math.round(median(values))}`)
				.toArray()
				.join(', ')} (medians).`,
		};
	},
};

async function bytesOfKeyPress(terminal: TimedTerminal, key: string, title: RegExp): Promise<number> {
	return bytesWrittenBy(terminal, async () => {
		terminal.press(key);
		await terminal.until(`The screen that ${key} leads to`, ([first = '']) => title.test(first), patience.key);
	});
}
