import {readFile} from 'node:fs/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import {outerSizes} from '../account.ts';
import type {Measure} from '../measure.ts';
import {openChainbell} from '../programs.ts';
import {hasRows, hasSearchLine, isComplete, isIndexed} from '../screen.ts';
import {chooseQuery, countPrefixes} from '../search-text.ts';
import {patience} from '../timed-terminal.ts';
import {typeLetters} from '../type-letters.ts';
import {bytesWrittenBy, mostBytes} from '../written-by.ts';

/** What a letter of a search writes to the terminal: of a query of ten letters, each typed when the one before has settled. */
export const bytesSearch: Measure = {
	name: 'bytes-search',
	what: 'bytes a letter of a search writes',
	against: undefined,
	unit: 'bytes',
	budget: mostBytes,
	needs: [],
	sizes: outerSizes,
	judged: [100_000],
	async run({account: accountOf}, size) {
		const account = await accountOf(size);
		const text = await readFile(account.textFile, 'utf8');
		const lines = text.trimEnd().split('\n');
		const query = chooseQuery(lines, 0.5);
		await using home = makeHome();
		await using terminal = openChainbell(account, home.path);
		await terminal.until('The complete listing', seen => hasRows(seen) && isComplete(seen, size) && isIndexed(seen));
		terminal.press('/');
		await terminal.until('The search line', hasSearchLine, patience.key);
		const letters = typeLetters(terminal, query, countPrefixes(lines, query), size);
		const ours: number[] = [];
		while (ours.length < query.length) {
			ours.push(await bytesWrittenBy(terminal, async () => letters.next()));
		}

		return {ours};
	},
};
