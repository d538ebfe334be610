import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as delay} from 'node:timers/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import {outerSizes, type Account} from '../account.ts';
import {interleave, type Measure} from '../measure.ts';
import {peakMemory} from '../peak-memory.ts';
import {curlOptions, openChainbell} from '../programs.ts';
import {hasRows, isComplete} from '../screen.ts';
import {timeMove} from '../time-move.ts';
import {patience} from '../timed-terminal.ts';
import {programs} from '../tools.ts';

/** The most memory a process held, with the account listed. */
export const memory: Measure = {
	name: 'memory',
	what: 'memory (peak) with the account listed',
	against: '`jq length` peak',
	budget: 0.8,
	needs: ['curl', 'jq'],
	sizes: outerSizes,
	judged: [100_000],
	async run({runs, account: accountOf}, size) {
		const account = await accountOf(size);
		return interleave(
			runs.long,
			async () => ourPeak(account),
			async () => jqPeak(account),
		);
	},
};

async function ourPeak(account: Account): Promise<number> {
	await using home = makeHome();
	await using terminal = openChainbell(account, home.path);
	await terminal.until('The complete listing', lines => hasRows(lines) && isComplete(lines, account.size));
	// To the last row: what is listed can be used.
	await timeMove(terminal, 'End');
	return await peakMemory(terminal.pid);
}

/** The most memory of `jq length` on the account's listing, in KiB. `limit`: milliseconds that it may take. */
export async function jqPeak({headerFile, url, size}: Account, limit = patience.load): Promise<number> {
	const ended = new AbortController();
	const curl = spawn('curl', [...curlOptions, '-H', `@${headerFile}`, url], {
		stdio: ['ignore', 'pipe', 'inherit'],
		signal: ended.signal,
	});
	const jq = spawn(programs.jq, ['--unbuffered', 'length'], {stdio: ['pipe', 'pipe', 'inherit'], signal: ended.signal});
	for (const child of [curl, jq]) {
		child.on('error', () => {
			// Ended below.
		});
	}

	try {
		// Without an end to its input jq waits for more, and can be looked at.
		curl.stdout.pipe(jq.stdin, {end: false});
		// It reads by lines.
		curl.stdout.once('end', () => jq.stdin.write('\n'));
		const counted = await Promise.race([once(jq.stdout, 'data'), delay(limit, undefined, {ref: false})]);
		if (Number(String(counted?.[0])) !== size) {
			throw new Error(`jq counted ${String(counted)} of ${size}`);
		}

		return await peakMemory(jq.pid!);
	} finally {
		ended.abort();
	}
}
