import path from 'node:path';
import {readFile} from 'node:fs/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import {sizes, type Account} from '../account.ts';
import {interleave, type Measure} from '../measure.ts';
import {curlIntoJq, openChainbell, timeCommand} from '../programs.ts';
import {hasRows, isComplete} from '../screen.ts';

/** From the start to the complete listing on the screen, of an account never seen before. */
export const freshListing: Measure = {
	name: 'fresh-listing',
	what: 'fresh listing on screen',
	against: '`curl … | jq length`',
	budget: 0.65,
	needs: ['curl', 'jq'],
	sizes,
	judged: [100_000],
	async run({runs, folder, account: accountOf}, size) {
		const account = await accountOf(size);
		return interleave(
			runs.long,
			async () => timeListing(account),
			async () => timeJq(account, path.join(folder, 'length')),
		);
	},
};

/** From the start in a fresh home to the complete listing, in milliseconds. */
export async function timeListing(account: Account): Promise<number> {
	await using home = makeHome();
	await using terminal = openChainbell(account, home.path);
	const {at} = await terminal.until('The complete listing', lines => hasRows(lines) && isComplete(lines, account.size));
	return at - terminal.startedAt;
}

/** How long `curl … | jq length` takes, in milliseconds. */
export async function timeJq(account: Account, output: string): Promise<number> {
	const time = await timeCommand(curlIntoJq(account, 'length', output));
	const counted = await readFile(output, 'utf8');
	if (Number(counted) !== account.size) {
		throw new Error(`jq counted ${counted.trim()} of ${account.size}`);
	}

	return time;
}
