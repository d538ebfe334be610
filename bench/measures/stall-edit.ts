import path from 'node:path';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import type {Account} from '../account.ts';
import {gapsIn, longestOf, withGapProbe, type Gap} from '../event-loop-gaps.ts';
import type {Measure} from '../measure.ts';
import {openChainbell} from '../programs.ts';
import {isComplete} from '../screen.ts';
import {median} from '../statistics.ts';

/** The longest that the main thread computes without a turn of the event loop while all of an account are edited at once: from `e`, once they are marked, to the review. Time on a CPU, so that another program's does not count. */
export const stallWhileEditing: Measure = {
	name: 'stall-edit',
	what: 'longest stall in a bulk edit of all',
	against: undefined,
	budget: 50,
	needs: [],
	sizes: [10_000],
	judged: [10_000],
	async run({runs, folder, account: accountOf}, size) {
		const account = await accountOf(size);
		const stalls: Gap[] = [];
		for (let run = 0; run < runs.long; run++) {
			stalls.push(await longestStall(account, path.join(folder, `edit-gaps-${run}`)));
		}

		const walls = stalls.map(({wall}) => wall);
		return {
			ours: stalls.map(({cpu}) => cpu),
			note: `Time of the main thread on a CPU in one gap of the event loop, seen from inside, from \`e\` to the review; every letter of the replacement is computed for all of them. By the clock the longest gap was ${Math.round(median(walls))} ms (median of the runs), ${Math.round(Math.max(...walls))} ms at most.`,
		};
	},
};

const replacement = '/example/events2/';

async function longestStall(account: Account, gapsFile: string): Promise<Gap> {
	await using home = makeHome();
	const {from, to} = await editAll(account, home.path, gapsFile);
	return longestOf(await gapsIn(gapsFile, from, to));
}

async function editAll(
	{environment, size}: Account,
	home: string,
	gapsFile: string,
): Promise<{readonly from: number; readonly to: number}> {
	await using terminal = openChainbell({environment}, home, withGapProbe(gapsFile));
	const shows = (text: string) => (lines: readonly string[]) => lines.some(line => line.includes(text));
	await terminal.until('The listing', lines => isComplete(lines, size));
	terminal.press('a');
	await terminal.until('The marks', shows(`${size.toLocaleString('en')} marked`));
	const from = terminal.press('e');
	await terminal.until('The values', shows('values'));
	for (const letter of replacement) {
		terminal.press(letter);
	}

	const isComputed = (lines: readonly string[]) =>
		lines.some(line => line.includes(' change · ') && !line.includes('computing'));
	await terminal.until('The effect', isComputed);
	terminal.press('C-s');
	const {at: to} = await terminal.until(
		'What prevents the review, or the review',
		lines => shows('invalid.')(lines) || shows(', then enter:')(lines),
	);
	return {from, to};
}
