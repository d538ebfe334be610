import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import type {Account} from '../account.ts';
import {listNow, startFreshAccount} from '../fresh-account.ts';
import {interleave, type Measure} from '../measure.ts';
import {curlOptions, measuredProgram, timeCommand} from '../programs.ts';

/** Notifications that the account has, and that are created. */
const [before, count] = [100, 1000];

/** A run takes long, and hardly differs from another. */
const maxRuns = 3;

/** `chainbell create -f` with a thousand lines, from its start to its end: every one in the journal and seen in a listing; every run in an account of its own. */
export const bulkCreate: Measure = {
	name: 'bulk-create',
	what: `\`create -f\` of ${count.toLocaleString('en')}`,
	against: '`xargs -P8 -n1 curl -X POST`',
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

/** Times in an account of its own, and checks that afterwards everything is there once. */
async function inFreshAccount(folder: string, time: (account: Account) => Promise<number>): Promise<number> {
	await using account = await startFreshAccount(folder, before);
	const milliseconds = await time(account);
	const listed = await listNow(account);
	const names = new Set(listed.map(each => each.notification_name).filter(name => String(name).startsWith('Created ')));
	if (listed.length !== before + count || names.size !== count) {
		throw new Error(`${names.size} of ${count} were created, and ${listed.length} are listed`);
	}

	return milliseconds;
}

const bodies = Array.from({length: count}, (_, index) =>
	JSON.stringify({
		external_user_id: `created-${index}`,
		channel: 'EMAIL',
		notification_name: `Created ${index}`,
		delivery_location: `created-${index}@example.com`,
		event_details: {
			network: 'ETH_MAINNET',
			event_type: 'ADDRESS_ACTIVITY',
			addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
		},
	}),
);

async function timeOurs({environment, headerFile}: Account): Promise<number> {
	await using home = makeHome();
	const file = path.join(path.dirname(headerFile), 'bodies.jsonl');
	await writeFile(file, `${bodies.join('\n')}\n`);
	return await timeCommand({
		file: process.execPath,
		args: [measuredProgram(), 'create', '-f', file, '--yes', '--quiet'],
		env: {...home.environment, ...environment},
		output: `${file}.output`,
	});
}

async function timeXargs({url, headerFile}: Account): Promise<number> {
	const folder = path.join(path.dirname(headerFile), 'bodies');
	await mkdir(folder);
	const files = bodies.map((_, index) => path.join(folder, `${index}.json`));
	await Promise.all(bodies.map(async (body, index) => writeFile(files[index]!, body)));
	const list = `${folder}.list`;
	await writeFile(list, `${files.map(file => `@${file}`).join('\n')}\n`);
	const script = 'list=$1; shift; exec xargs -P8 -n1 curl "$@" --data-binary < "$list"';
	return timeCommand({
		file: '/bin/sh',
		args: [
			'-c',
			script,
			'sh',
			list,
			...curlOptions,
			'--fail',
			'-H',
			`@${headerFile}`,
			'-H',
			'Content-Type: application/json',
			'-X',
			'POST',
			url,
		],
		output: `${list}.output`,
	});
}
