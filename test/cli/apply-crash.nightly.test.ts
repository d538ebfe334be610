import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {stringify} from 'yaml';
import {temporaryFolder} from '../helpers/app.tsx';
import {body, clock, pass} from '../helpers/command-account.ts';
import {environmentOf, runCommand, type CommandRun} from '../helpers/command.ts';
import {startKillableService, type KillMoment} from '../helpers/killable-service.ts';
import {containing} from '../helpers/texts.ts';

/** Of no scope that the file has. */
const outside = body('other', {channel: 'WEBHOOK', delivery_location: 'https://example.com/hook'});
const before = [body('a'), body('b'), body('c'), body('p1'), body('p2'), outside];
const wanted = [
	body('a', {notification_name: 'Renamed'}),
	body('b', {delivery_location: 'new@example.com'}),
	body('c'),
	body('n1'),
	body('n2'),
];

/** The contents by which notifications are compared here, sorted. */
const textsOf = (bodies: readonly object[]): string[] =>
	(bodies as ReadonlyArray<Readonly<Record<string, string | undefined>>>)
		.map(one =>
			['external_user_id', 'notification_name', 'delivery_location', 'template'].map(name => one[name] ?? '').join(' '),
		)
		.toSorted();
const after = textsOf([...wanted, outside]);

/** The API key of a home. It is hidden in all later tests: nothing else must look like it. */
const keyOf = (home: string): string => `crash-key-of-${home}`;

const {promise: never} = Promise.withResolvers<never>();

/** A service, a file that renames, moves, creates and prunes, and homes in which it is applied. */
async function setUp() {
	const service = await startKillableService();
	const folder = await temporaryFolder();
	const file = path.join(folder.path, 'alerts.yaml');
	writeFileSync(file, stringify({version: 1, scope: 'channel:email', notifications: wanted}));
	const apply = `apply ${file} --prune --max-deletes 9 --yes -j 1`;
	/** Nothing that a killed command waits for ever comes. */
	const run = async (home: string, argv = apply, isKilled = () => false): Promise<CommandRun> =>
		runCommand(argv, {
			home: path.join(folder.path, home),
			env: environmentOf({...service, apiKey: keyOf(home)}),
			settlingTime: 60_000,
			clock: {
				...clock,
				sleep: async (milliseconds, signal) => (isKilled() ? never : clock.sleep(milliseconds, signal)),
			},
		});
	return {
		service,
		file,
		run,
		/** Applies the file to the account as it was before, and kills the command. */
		async killed(home: string, moment: KillMoment) {
			service.reset(before);
			let isKilled = false;
			const kill = service.killAt(keyOf(home), moment).then(() => {
				isKilled = true;
			});
			// A command that ends is not killed.
			expect(await Promise.race([kill, run(home, apply, () => isKilled)])).toBeUndefined();
		},
		now: () => textsOf(service.records()),
		[Symbol.asyncDispose]: folder[Symbol.asyncDispose],
	};
}

/** Checks what must hold at every moment: nothing is lost, and what is pruned goes when all else is done. */
function expectNothingLost(now: readonly string[]): void {
	const lists = (one: object) => now.includes(textsOf([one])[0]!);
	expect([
		lists(before[0]!) || lists(wanted[0]!),
		lists(before[1]!) || lists(wanted[1]!),
		lists(before[2]!),
		lists(outside),
	]).toStrictEqual([true, true, true, true]);
	if (!lists(before[3]!) || !lists(before[4]!)) {
		expect(now).toEqual(expect.arrayContaining(after));
		expect(lists(before[0]!) || lists(before[1]!)).toBe(false);
	}
}

test('apply --prune survives kill -9 at every request: applied twice from another home, the account equals the file, none double, none lost', async () => {
	await using at = await setUp();
	const {service} = at;
	service.reset(before);
	expect(await at.run('whole')).toMatchObject({exitCode: 0});
	expect(at.now()).toStrictEqual(after);
	const total = service.requestsOf(keyOf('whole')).length;
	const writes = new Set(
		service.requestsOf(keyOf('whole')).flatMap((request, index) => (request === 'GET' ? [] : [index + 1])),
	);
	let moments = 0;
	const states = new Set<string>();
	// After the answer the service is as before the next request, and after a GET as before it.
	for (const stage of ['lost', 'late', 'unanswered'] as const) {
		for (let request = 1; request <= total; request++) {
			if (stage !== 'lost' && !writes.has(request)) {
				continue;
			}

			const home = `killed-${++moments}`;
			await at.killed(home, {request, stage});
			expectNothingLost(at.now());
			// The other home knows nothing but the service: what leaves it in the same state is recovered once.
			const state = JSON.stringify([service.records(), stage === 'late' ? request : '']);
			if (states.has(state)) {
				continue;
			}

			states.add(state);
			const other = `other-${moments}`;
			expect.soft(await at.run(other), `${stage} ${request}`).toMatchObject({exitCode: 0});
			service.deliver();
			pass(60_000);
			expect.soft(await at.run(other), `${stage} ${request}`).toMatchObject({exitCode: 0});
			expect.soft(at.now(), `${stage} ${request}`).toStrictEqual(after);
			// What the other home has done by now is not done once more here.
			service.restart(keyOf(home));
			await at.run(home, 'recover --finish');
			expect.soft(at.now(), `${stage} ${request}, finished`).toStrictEqual(after);
		}
	}

	expect(moments).toBeGreaterThan(20);
	expect(states.size).toBeGreaterThan(15);
});

test.each<[string, KillMoment, RegExp, readonly string[]]>([
	[
		'its first POST did not arrive',
		{request: 3, stage: 'lost'},
		/^Bulk change 1 is pending, so 1, 2, 4, 5, \S+, line 32 and \S+, line 41 are not touched: run chainbell recover 1\.$/v,
		['--finish', '--roll-back'],
	],
	[
		'its last POST was not answered',
		{request: 6, stage: 'unanswered'},
		/^Bulk change 1 is pending, so (?:1, 2|2, 1), 4 and 5 are not touched: run chainbell recover 1\.$/v,
		['--finish'],
	],
	[
		'a DELETE was not answered',
		{request: 8, stage: 'unanswered'},
		/^Bulk change 1 is pending, so 2, 4 and 5 are not touched: run chainbell recover 1\.$/v,
		['--finish'],
	],
])(
	'the same home names the change that was killed when %s, sends nothing beside it, and finishes it',
	async (_name, moment, sentence, actions) => {
		await using at = await setUp();
		await at.killed('home', moment);
		at.service.restart(keyOf('home'));
		const found = at.now();
		for (const argv of [`plan ${at.file} --prune --max-deletes 9`, undefined]) {
			const {exitCode, stdout, stderr} = await at.run('home', argv);
			expect(exitCode).toBe(argv === undefined ? 8 : 0);
			expect(`${stdout}${stderr}`.split('\n').filter(line => line.includes('not touched'))).toStrictEqual([
				expect.stringMatching(sentence),
			]);
		}

		expect(at.now()).toStrictEqual(found);
		pass(60_000);
		for (const action of actions) {
			// A POST that may have arrived is never sent again: the rest is skipped, and the file applied once more.
			expect(await at.run('home', `recover 1 ${action}`)).toMatchObject(
				actions.length === 1 ? {exitCode: 0} : {exitCode: 3, stderr: containing('1 failed')},
			);
		}

		if (actions.length > 1) {
			expect(await at.run('home')).toMatchObject({exitCode: 0});
		}

		expect(at.now()).toStrictEqual(after);
		expect(await at.run('home')).toMatchObject({
			exitCode: 0,
			stderr: containing('No changes: 5 unchanged.'),
		});
	},
);
