import path from 'node:path';
import {readFile} from 'node:fs/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import type {Account} from '../account.ts';
import {startCountingProxy} from '../counting-proxy.ts';
import {startFreshAccount} from '../fresh-account.ts';
import {interleave, type Measure} from '../measure.ts';
import {curlOptions, openChainbell, timeCommand} from '../programs.ts';
import {hasRows, isIndexed} from '../screen.ts';
import {median} from '../statistics.ts';
import {patience, type TimedTerminal} from '../timed-terminal.ts';

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

/** From the key that sends a form to the notice that the notification was created, which a listing has shown. Its price is what safety costs. */
export const createOne: Measure = {
	name: 'create',
	what: 'one create, from the key that sends it to "Created"',
	against: '`curl` POST, then GET',
	budget: undefined,
	needs: ['curl'],
	sizes: [100, 100_000],
	judged: [100_000],
	async run({runs, folder}, size) {
		await using account = await startFreshAccount(folder, size);
		await using home = makeHome();
		await using terminal = openChainbell(account, home.path);
		await untilListed(terminal);
		const samples = await interleave(runs.long, async run => timeCreate(terminal, `ours${run + 1}`), async run => timeCurl(account, `theirs${run + 1}`));
		const requests = await countRequests(account);
		return {...samples, note: `${requests} against one POST and one GET; ${Math.round(median(samples.ours))} ms against ${Math.round(median(samples.theirs))} ms.`};
	},
};

async function untilListed(terminal: TimedTerminal): Promise<void> {
	await terminal.until('The complete listing', lines => hasRows(lines) && isIndexed(lines) && (lines[0] ?? '').includes('notifications · listed'));
}

async function timeCreate(terminal: TimedTerminal, user: string): Promise<number> {
	terminal.press('n');
	await terminal.until('The form', lines => lines.some(line => line.includes('User *')), patience.key);
	terminal.press(`${user}\te\t${user}@example.com\t${address}\t\t\tBench ${user}`);
	await terminal.until('The filled form', lines => lines.some(line => line.includes(`Bench ${user}`)), patience.key);
	terminal.press('C-s');
	await terminal.until('The review', lines => lines.some(line => line.includes('✓ No duplicate in the listing.')), patience.key);
	const pressed = terminal.press('C-s');
	const {at} = await terminal.until('The end', lines => lines.some(line => line.includes('✓ Created ')));
	return at - pressed;
}

async function timeCurl({url, headerFile}: Account, user: string): Promise<number> {
	const body = JSON.stringify({
		external_user_id: user,
		channel: 'EMAIL',
		notification_name: `Bench ${user}`,
		delivery_location: `${user}@example.com`,
		event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [address]},
	});
	const script = 'body=$1; shift; curl -o /dev/null -X POST -H "Content-Type: application/json" -d "$body" "$@" && curl "$@"';
	const output = path.join(path.dirname(headerFile), 'created');
	const time = await timeCommand({
		file: '/bin/sh', args: ['-c', script, 'sh', body, ...curlOptions, '--fail', '-H', `@${headerFile}`, url], output,
	});
	const listed = await readFile(output, 'utf8');
	if (!listed.includes(`Bench ${user}`)) {
		throw new Error(`curl created ${user}, but did not list it`);
	}

	return time;
}

/** What one create sends, after the account was listed. */
async function countRequests({environment}: Account): Promise<string> {
	await using proxy = await startCountingProxy(environment.CHAINBELL_BASE_URL!);
	await using home = makeHome();
	await using terminal = openChainbell({environment: {...environment, CHAINBELL_BASE_URL: proxy.baseUrl}}, home.path);
	await untilListed(terminal);
	proxy.counts.clear();
	await timeCreate(terminal, 'counted');
	return proxy.counts.entries().map(([method, count]) => `${count} ${method}`).toArray().join(' and ');
}
