import {setTimeout as delay} from 'node:timers/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import type {Measure, Samples} from '../measure.ts';
import {openChainbell, openFzf, openPager} from '../programs.ts';
import {hasFound, hasRows, isComplete, isIndexed, withoutAge} from '../screen.ts';
import type {TimedTerminal} from '../timed-terminal.ts';

/** A connection over a mobile network, in bytes per second. */
const bytesPerSecond = 5000;

/** Milliseconds: 30 presses a second. */
const interval = 1000 / 30;

/** Nothing has arrived for so long that nothing more will, in milliseconds. */
const quiet = 1500;

/** Each run waits for the line to be quiet, twice. */
const maxRuns = 3;

/** How long what is behind is waited for, in milliseconds. */
const limit = 9500;

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
	slowLinkMeasure({
		name: 'slow-link',
		what: 'PgDn held for 2 s over 5 kB/s: behind the last press',
		budget: 3000,
		keys: Array.from({length: 60}, () => 'PageDown'),
		last: 'Home',
		interval,
	}),
	slowLinkMeasure({
		name: 'slow-link-search',
		what: 'a search of 7 letters typed over 5 kB/s: behind the last letter',
		budget: 1000,
		keys: letters,
		last: 'Escape',
		interval: 120,
	}),
];

function slowLinkMeasure({keys, last, interval: pause, ...named}: SlowLink): Measure {
	return {
		...named,
		against: undefined,
		needs: ['fzf', 'less', 'vim'],
		sizes: [10_000],
		judged: [10_000],
		async run({runs, account: accountOf}, size): Promise<Samples> {
			const account = await accountOf(size);
			await using home = makeHome();
			const isSearch = keys === letters;
			/** How long after the last key the terminal is still being written to, at most until `limit`. */
			const behind = async (terminal: TimedTerminal, isSearchLine: boolean) => {
				await terminal.untilQuiet(quiet);
				if (isSearchLine) {
					terminal.press('/');
					await terminal.untilQuiet(quiet);
				}

				let pressed = 0;
				for (const key of keys) {
					pressed = terminal.press(key);
					await delay(pause);
				}

				return Math.max(0, (await terminal.untilQuiet(quiet, limit, withoutAge)) - pressed);
			};

			const ours: number[] = [];
			{
				await using terminal = openChainbell(account, home.path, {bytesPerSecond});
				await terminal.until(
					'The complete listing',
					lines => hasRows(lines) && isComplete(lines, size) && isIndexed(lines),
				);
				for (let run = 0; run < Math.min(runs.long, maxRuns); run++) {
					ours.push(await behind(terminal, isSearch));
					terminal.press(last);
				}
			}

			// The others fall so far behind that once is enough, and are not waited for. Less has no search while typing.
			const others: string[] = [];
			for (const name of isSearch ? (['fzf', 'vim'] as const) : (['fzf', 'less', 'vim'] as const)) {
				await using terminal =
					name === 'fzf'
						? openFzf(account.rowsFile, home.path, [], bytesPerSecond)
						: openPager(name, account.rowsFile, home.path, bytesPerSecond);
				await terminal.until(`${name} to show the rows`, lines =>
					name === 'fzf' ? hasFound(lines, size, size) : lines.some(line => line.includes('user-')),
				);
				const milliseconds = await behind(terminal, isSearch && name === 'vim');
				others.push(
					`${name} ${milliseconds > limit - quiet ? `more than ${Math.round((limit - quiet) / 1000)} s` : `${Math.round(milliseconds)} ms`}`,
				);
			}

			return {ours, note: `in the same run, once each: ${others.join(', ')}.`};
		},
	};
}
