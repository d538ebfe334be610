import {setTimeout as delay} from 'node:timers/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import {interleave, type Measure, type Samples} from '../measure.ts';
import {openChainbell, openFzf} from '../programs.ts';
import {hasFound, hasRows, isComplete, isIndexed} from '../screen.ts';
import type {TimedTerminal} from '../timed-terminal.ts';

/** A connection over a mobile network, in bytes per second. */
const bytesPerSecond = 5000;

/** Milliseconds: 30 presses a second. */
const interval = 1000 / 30;

/** Nothing has arrived for so long that nothing more will, in milliseconds. */
const quiet = 1500;

const letters = ['u', 's', 'e', 'r', '-', '4', '2'];

type SlowLink = Pick<Measure, 'name' | 'what' | 'budget'> & {
	/** The keys, pressed one after the other. */
	readonly keys: readonly string[];
	/** The key that ends what they began. */
	readonly last: string;
	readonly interval: number;
};

/** How far the screen is behind the last key, over a slow connection to a terminal that answers. */
export const slowLinkMeasures: readonly Measure[] = [
	slowLinkMeasure({name: 'slow-link', what: 'PgDn held for 2 s over 5 kB/s: behind the last press', budget: 3000, keys: Array.from({length: 60}, () => 'PageDown'), last: 'Home', interval}),
	slowLinkMeasure({name: 'slow-link-search', what: 'a search of 7 letters typed over 5 kB/s: behind the last letter', budget: 1000, keys: letters, last: 'Escape', interval: 120}),
];

function slowLinkMeasure({keys, last, interval: pause, ...named}: SlowLink): Measure {
	return {
		...named,
		against: undefined,
		needs: ['fzf'],
		sizes: [10_000],
		judged: [10_000],
		async run({runs, account: accountOf}, size): Promise<Samples> {
			const account = await accountOf(size);
			await using home = makeHome();
			await using ours = openChainbell(account, home.path, {bytesPerSecond});
			await using theirs = openFzf(account.rowsFile, home.path, ['--bind', 'home:first'], bytesPerSecond);
			await ours.until('The complete listing', lines => hasRows(lines) && isComplete(lines, size) && isIndexed(lines));
			await theirs.until('fzf to read everything', lines => hasFound(lines, size, size));
			const isSearch = keys === letters;
			const behind = async (terminal: TimedTerminal) => {
				await terminal.untilQuiet(quiet);
				if (isSearch && terminal === ours) {
					terminal.press('/');
					await terminal.untilQuiet(quiet);
				}

				let pressed = 0;
				for (const key of keys) {
					pressed = terminal.press(key);
					await delay(pause);
				}

				const at = await terminal.untilQuiet(quiet);
				terminal.press(isSearch && terminal === theirs ? 'C-u' : last);
				await terminal.untilQuiet(quiet);
				return Math.max(0, at - pressed);
			};

			const {ours: own, theirs: others} = await interleave(runs.long, async () => behind(ours), async () => behind(theirs));
			return {ours: own, note: `fzf in the same run: ${Math.round(others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)]!)} ms (median).`};
		},
	};
}
