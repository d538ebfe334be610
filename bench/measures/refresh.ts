import {makeHome} from '../../test/helpers/terminal-home.ts';
import {ageListings} from '../listing-files.ts';
import {interleave, type Measure} from '../measure.ts';
import {openChainbell} from '../programs.ts';
import {hasRows, isComplete, isIndexed, isNewlyListed} from '../screen.ts';
import {patience} from '../timed-terminal.ts';
import {timeListing} from './fresh-listing.ts';

const against = 'a fresh listing of it';

/** From `r` to the new listing on the screen. */
export const refresh: Measure = {
	name: 'refresh',
	what: 'refresh (`r`) of an account seen before',
	against,
	budget: 1.1,
	needs: [],
	sizes: [10_000, 100_000],
	judged: [100_000],
	async run({runs, account: accountOf}, size) {
		const account = await accountOf(size);
		await using home = makeHome();
		await using terminal = openChainbell(account, home.path);
		await terminal.until(
			'The complete listing',
			lines => hasRows(lines) && isComplete(lines, size) && isIndexed(lines),
		);
		const timeRefresh = async () => {
			const pressed = terminal.press('r');
			await terminal.until('A refresh', ([first = '']) => first.includes('refreshing'), patience.key);
			const {at} = await terminal.until('The new listing', lines => isComplete(lines, size) && isNewlyListed(lines));
			await terminal.until('The index', isIndexed);
			return at - pressed;
		};

		return await interleave(runs.long, timeRefresh, async () => timeListing(account));
	},
};

/** From the start to the new listing on the screen, of an account whose earlier listing is on the screen before. */
export const secondStart: Measure = {
	name: 'second-start',
	what: 'second start, until newly listed',
	against,
	budget: undefined,
	needs: [],
	sizes: [10_000, 100_000],
	judged: [100_000],
	async run({runs, account: accountOf, usedHome}, size) {
		const account = await accountOf(size);
		const home = await usedHome(size);
		const timeStart = async () => {
			await ageListings(home);
			await using terminal = openChainbell(account, home);
			const {at} = await terminal.until(
				'The new listing',
				lines => hasRows(lines) && isComplete(lines, size) && isNewlyListed(lines),
			);
			return at - terminal.startedAt;
		};

		return interleave(runs.long, timeStart, async () => timeListing(account));
	},
};
