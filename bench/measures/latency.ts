import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {setTimeout as delay} from 'node:timers/promises';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import type {Account} from '../account.ts';
import {confirmCreate, reviewCreate, sharedAddress} from '../fill-form.ts';
import {startFreshAccount} from '../fresh-account.ts';
import type {Bench, Measure} from '../measure.ts';
import {measuredProgram, openChainbell, timeCommand} from '../programs.ts';
import {hasRows, isIndexed} from '../screen.ts';
import {startSlowRelay} from '../slow-relay.ts';
import {patience, type TimedTerminal} from '../timed-terminal.ts';

/** Milliseconds. */
const roundTrip = 200;

type Far = Pick<Measure, 'name' | 'what'> & {
	/** The round trips that have to follow each other, and what they are for. */
	readonly trips: readonly string[];
	readonly time: (bench: Bench, account: Pick<Account, 'environment'>) => Promise<readonly number[]>;
};

/** An operator reads a review for longer than a connection is kept, in milliseconds. */
const readingTime = 1500;

/** What a change takes through a relay that makes every round trip long, against the round trips that must follow each other (docs/decisions/round-trips.md). */
export const latencyMeasures: readonly Measure[] = [
	farMeasure({
		name: 'far-create',
		what: 'one create over 200 ms, from the key that sends it to "Created"',
		trips: ['POST', 'listing'],
		time: async (bench, account) =>
			inTerminal(bench, account, async (terminal, run) => {
				await reviewCreate(terminal, `far${run}${terminal.pid}`);
				await delay(readingTime);
				const {pressed, created} = await confirmCreate(terminal);
				return created - pressed;
			}),
	}),
	farMeasure({
		name: 'far-edit',
		what: 'one edit over 200 ms, from the key that sends it to "Replaced"',
		trips: ['listing', 'POST', 'listing', 'DELETE', 'listing'],
		time: async (bench, account) =>
			inTerminal(bench, account, async (terminal, run) => timeEdit(terminal, `Far ${run} ${terminal.pid}`)),
	}),
	farMeasure({
		name: 'far-creates',
		what: '`create -f` of ten over 200 ms',
		trips: ['connection', 'listing', 'four POSTs', 'four POSTs', 'two POSTs', 'listing'],
		async time({runs, folder}, account) {
			const times: number[] = [];
			for (let run = 0; run < runs.long; run++) {
				times.push(await timeCreates(folder, account, run));
			}

			return times;
		},
	}),
];

function farMeasure({name, what, trips, time}: Far): Measure {
	return {
		name,
		what,
		against: 'the same beside the service, and the round trips that it needs',
		budget: 1.1,
		needs: [],
		sizes: [100],
		judged: [100],
		async run(bench, size) {
			await using service = await startFreshAccount(bench.folder, size);
			await using relay = await startSlowRelay(service.environment.CHAINBELL_BASE_URL!, roundTrip);
			const ours = await time(bench, {environment: {...service.environment, CHAINBELL_BASE_URL: relay.baseUrl}});
			const near = await time(bench, service);
			return {
				ours,
				theirs: near.map(each => each + trips.length * roundTrip),
				note: `${trips.length} round trips of ${roundTrip} ms: ${trips.join(', ')}.`,
			};
		},
	};
}

async function inTerminal(
	{runs}: Bench,
	account: Pick<Account, 'environment'>,
	time: (terminal: TimedTerminal, run: number) => Promise<number>,
): Promise<readonly number[]> {
	await using home = makeHome();
	await using terminal = openChainbell(account, home.path);
	await terminal.until(
		'The complete listing',
		lines => hasRows(lines) && isIndexed(lines) && (lines[0] ?? '').includes('notifications · listed'),
	);
	const times: number[] = [];
	for (let run = 0; run <= runs.long; run++) {
		times.push(await time(terminal, run));
	}

	// The first one loads what it needs.
	return times.slice(1);
}

async function timeEdit(terminal: TimedTerminal, name: string): Promise<number> {
	const shows = (text: string) => (lines: readonly string[]) => lines.some(line => line.includes(text));
	terminal.press('e');
	await terminal.until('The form', shows('User *'), patience.key);
	terminal.press('S-Tab');
	terminal.press('S-Tab');
	terminal.press('C-u');
	terminal.press(name);
	await terminal.until('The new name', shows(name), patience.key);
	terminal.press('C-r');
	terminal.press('C-s');
	await terminal.until('The review', shows('Replace '), patience.key);
	await delay(readingTime);
	const pressed = terminal.press('C-s');
	const {at} = await terminal.until('The end', shows('✓ Replaced '));
	return at - pressed;
}

async function timeCreates(folder: string, {environment}: Pick<Account, 'environment'>, run: number): Promise<number> {
	await using home = makeHome();
	const file = path.join(folder, `far-${run}.jsonl`);
	await writeFile(
		file,
		Array.from(
			{length: 10},
			(_, index) =>
				`${JSON.stringify({
					external_user_id: `far-${run}-${index}-${environment.CHAINBELL_BASE_URL!}`,
					channel: 'EMAIL',
					delivery_location: `far-${run}-${index}@example.com`,
					event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [sharedAddress]},
				})}\n`,
		).join(''),
	);
	return await timeCommand({
		file: process.execPath,
		args: [measuredProgram(), 'create', '-f', file, '--yes', '--quiet'],
		env: {...home.environment, ...environment},
		output: `${file}.output`,
	});
}
