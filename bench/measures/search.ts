import {readFile} from 'node:fs/promises';
import {outerSizes} from '../account.ts';
import {openLists} from '../lists.ts';
import type {Measure} from '../measure.ts';
import {hasSearchLine} from '../screen.ts';
import {chooseQuery, countPrefixes} from '../search-text.ts';
import {patience} from '../timed-terminal.ts';
import {typeLetters} from '../type-letters.ts';

/** Ten letters typed one after the other, each when the one before has settled, summed; another query in each run, and both programs new, but done with reading and indexing. */
export const search: Measure = {
	name: 'search',
	what: 'typing a 10-character search, summed to settled',
	against: '`fzf -e +s` on the same text',
	budget: 0.5,
	needs: ['fzf'],
	sizes: outerSizes,
	judged: [100_000],
	async run({runs, account: accountOf}, size) {
		const account = await accountOf(size);
		const text = await readFile(account.textFile, 'utf8');
		const lines = text.trimEnd().split('\n');
		const samples = {ours: [] as number[], theirs: [] as number[]};
		for (let run = 0; run < runs.long; run++) {
			const query = chooseQuery(lines, (run + 1) / (runs.long + 1));
			const counts = countPrefixes(lines, query);
			await using lists = await openLists(account, account.textFile, {fzfArguments: ['-e', '+s']});
			lists.ours.press('/');
			await lists.ours.until('The search line', hasSearchLine, patience.key);
			samples.ours.push(await timeTyping(lists.ours, query, counts, size));
			samples.theirs.push(await timeTyping(lists.theirs, query, counts, size));
		}

		return samples;
	},
};

async function timeTyping(...typed: Parameters<typeof typeLetters>): Promise<number> {
	let sum = 0;
	for await (const time of typeLetters(...typed)) {
		sum += time;
	}

	return sum;
}
