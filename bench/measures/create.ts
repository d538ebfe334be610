import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import type {Account} from '../account.ts';
import {startCountingProxy} from '../counting-proxy.ts';
import {startFreshAccount} from '../fresh-account.ts';
import {confirmCreate, reviewCreate, sharedAddress} from '../fill-form.ts';
import {gapsOfChanges} from '../gaps-of-changes.ts';
import {interleave, type Measure} from '../measure.ts';
import {curlOptions, openChainbell, timeCommand} from '../programs.ts';
import {hasRows, isIndexed} from '../screen.ts';
import {median} from '../statistics.ts';
import type {TimedTerminal} from '../timed-terminal.ts';

/** Milliseconds in which what follows a create is done: the list is arranged and remembered. */
const timeAfter = 3000;

/** From the key that sends a form to the notice that the notification was created, which a listing has shown. Its price is what safety costs. */
export const createOne: Measure = {
	name: 'create',
	what: 'one create, from the key that sends it to "Created"',
	against: '`curl` POST, then GET',
	budget: 1.2,
	needs: ['curl'],
	sizes: [100, 100_000],
	judged: [100_000],
	async run({runs, folder}, size) {
		await using account = await startFreshAccount(folder, size);
		await using home = makeHome();
		await using terminal = openChainbell(account, home.path);
		await untilListed(terminal);
		const samples = await interleave(
			runs.long,
			async run => {
				const time = await timeCreate(terminal, `ours${run + 1}`);
				// Otherwise it would meet the next measurement of curl.
				await delay(timeAfter);
				return time;
			},
			async run => timeCurl(account, `theirs${run + 1}`),
		);
		const requests = await countRequests(account);
		return {
			...samples,
			note: `${requests} against one POST and one GET; ${Math.round(median(samples.ours))} ms against ${Math.round(median(samples.theirs))} ms.`,
		};
	},
};

/** The longest gap of the event loop from the key that sends a form until what follows is done. */
export const stallWhileCreating: Measure = {
	name: 'stall-create',
	what: 'longest stall in one create, and in what follows it',
	against: undefined,
	budget: 50,
	needs: [],
	sizes: [100_000],
	judged: [100_000],
	async run({runs, folder}, size) {
		const [, ...gaps] = await gapsOfChanges(folder, size, async (terminal, _account, measured) => {
			await untilListed(terminal);
			for (let run = 0; run <= runs.long; run++) {
				await reviewCreate(terminal, `stalled${run}`);
				const {pressed} = await confirmCreate(terminal);
				await delay(timeAfter);
				measured(pressed);
			}
		});
		// The first one loads what it needs, and is left out.
		return {
			ours: gaps.map(({wall}) => wall),
			note: `The longest gap of the event loop, seen from inside, until ${timeAfter / 1000} s after "Created".`,
		};
	},
};

async function untilListed(terminal: TimedTerminal): Promise<void> {
	await terminal.until(
		'The complete listing',
		lines => hasRows(lines) && isIndexed(lines) && (lines[0] ?? '').includes('notifications · listed'),
	);
}

/** Creates a notification on the screens, and returns how long it took from the key that sends it to "Created", in milliseconds. */
export async function timeCreate(terminal: TimedTerminal, user: string): Promise<number> {
	await reviewCreate(terminal, user);
	const {pressed, created} = await confirmCreate(terminal);
	return created - pressed;
}

async function timeCurl({url, headerFile}: Account, user: string): Promise<number> {
	const body = JSON.stringify({
		external_user_id: user,
		channel: 'EMAIL',
		notification_name: `Bench ${user}`,
		delivery_location: `${user}@example.com`,
		event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [sharedAddress]},
	});
	const script =
		'body=$1; shift; curl -o /dev/null -X POST -H "Content-Type: application/json" -d "$body" "$@" && curl "$@"';
	const output = path.join(path.dirname(headerFile), 'created');
	const time = await timeCommand({
		file: '/bin/sh',
		args: ['-c', script, 'sh', body, ...curlOptions, '--fail', '-H', `@${headerFile}`, url],
		output,
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
	return proxy.counts
		.entries()
		.map(([method, count]) => `${count} ${method}`)
		.toArray()
		.join(' and ');
}
