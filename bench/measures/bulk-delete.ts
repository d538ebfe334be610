import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import type {Account} from '../account.ts';
import {listNow, startFreshAccount} from '../fresh-account.ts';
import {interleave, type Measure} from '../measure.ts';
import {curlOptions, openChainbell, timeCommand} from '../programs.ts';
import {hasFound, hasRows, hasSearchLine, isComplete, isIndexed} from '../screen.ts';
import {patience} from '../timed-terminal.ts';

/** Of so many notifications of the sandbox, so many are e-mails. */
const [all, count] = [2400, 1000];

const channel = 'EMAIL';

/** Longer than a question is to be on the screen before the program takes an answer, in milliseconds. */
const readingTime = 1000;

/** A run takes long, and hardly differs from another. */
const maxRuns = 3;

/** From the key that confirms to the notice that all are deleted, with the journal on disk; every run in an account of its own. */
export const bulkDelete: Measure = {
	name: 'bulk-delete',
	what: `bulk delete of ${count.toLocaleString('en')} of ${all.toLocaleString('en')}`,
	against: '`xargs -P8 -n1 curl -X DELETE`',
	budget: 0.5,
	needs: ['curl'],
	sizes: [100],
	judged: [100],
	async run({runs, folder}) {
		return interleave(
			Math.min(runs.long, maxRuns),
			async () => inFreshAccount(folder, async account => timeOurs(account)),
			async () => inFreshAccount(folder, async account => timeXargs(account)),
		);
	},
};

/** Times in an account of its own, and checks that afterwards exactly what was to be deleted is gone. */
async function inFreshAccount(folder: string, time: (account: Account) => Promise<number>): Promise<number> {
	await using account = await startFreshAccount(folder, all);
	const milliseconds = await time(account);
	const left = await listNow(account);
	const leftOver = left.filter(each => each.channel === channel).length;
	if (leftOver > 0 || left.length !== all - count) {
		throw new Error(`of ${count} to delete ${leftOver} are left, and ${left.length} in all`);
	}

	return milliseconds;
}

async function timeOurs(account: Account): Promise<number> {
	await using home = makeHome();
	await using terminal = openChainbell(account, home.path);
	await terminal.until('The complete listing', lines => hasRows(lines) && isComplete(lines, all) && isIndexed(lines));
	terminal.press('/');
	await terminal.until('The search line', hasSearchLine, patience.key);
	terminal.press(`channel:${channel.toLowerCase()}`);
	await terminal.until('The found rows', lines => hasFound(lines, count, all), patience.key);
	terminal.press('Enter');
	await terminal.until('The list', lines => lines.some(line => line.includes('? help')), patience.key);
	terminal.press('a');
	await terminal.until(
		'The marks',
		([header = '']) => header.includes(`${count.toLocaleString('en')} marked`),
		patience.key,
	);
	terminal.press('d');
	await terminal.until(
		'The question',
		lines => lines.some(line => line.includes(`Type ${count}, then enter:`)),
		patience.key,
	);
	await delay(readingTime);
	terminal.press(String(count));
	await terminal.until(
		'The typed number',
		lines => lines.some(line => line.includes(`Type ${count}, then enter: ${count}`)),
		patience.key,
	);
	await delay(readingTime);
	const pressed = terminal.press('Enter');
	const {at} = await terminal.until('The end', lines =>
		lines.some(line => line.includes(`✓ Deleted ${count.toLocaleString('en')} `)),
	);
	return at - pressed;
}

async function timeXargs(account: Account): Promise<number> {
	const listed = await listNow(account);
	const urls = listed.filter(each => each.channel === channel).map(({id}) => `${account.url}${String(id)}/`);
	const file = path.join(path.dirname(account.headerFile), 'urls');
	await writeFile(file, `${urls.join('\n')}\n`);
	const script = 'file=$1; shift; exec xargs -P8 -n1 curl "$@" < "$file"';
	return timeCommand({
		file: '/bin/sh',
		args: ['-c', script, 'sh', file, ...curlOptions, '--fail', '-H', `@${account.headerFile}`, '-X', 'DELETE'],
		output: `${file}.output`,
	});
}
