import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {stringify} from 'yaml';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {body, clock} from '../helpers/command-account.ts';
import {mapTexts, startSmallService} from '../helpers/small-service.ts';
import {temporaryFolder} from '../helpers/app.tsx';

let rewrite = (text: string) => text;

const service = await startSmallService([], sent => mapTexts(sent, rewrite) as typeof sent);
const files = await temporaryFolder();
const file = path.join(files.path, 'alerts.yaml');

afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await files[Symbol.asyncDispose]();
});

let homes = 0;

beforeEach(() => {
	service.records.length = 0;
});

/** A command on a machine that has never seen the account, as in CI. */
const run = async (argv: readonly string[]) => {
	homes++;
	const home = path.join(files.path, `home-${homes}`);
	mkdirSync(home);
	return runCommand(argv, {home, env: environmentOf(service), settlingTime: 5000, clock});
};

const write = (scope: string | undefined, ...notifications: readonly object[]) => {
	writeFileSync(file, stringify({version: 1, scope, notifications}));
};

const composed = 'Zo\u{EB}';
const decomposed = composed.normalize('NFD');
const note = (ids: string) =>
	expect.stringMatching(new RegExp(`^${ids} differs? only as services rewrite text`, 'v')) as string;

test.each<[name: string, rewrite: (text: string) => string, entry: object]>([
	[
		'lower-cases e-mail addresses',
		text => (text.includes('@') ? text.toLowerCase() : text),
		body('u', {delivery_location: 'Ops@Example.com'}),
	],
	[
		'normalises to NFC',
		text => text.normalize('NFC'),
		body(decomposed, {notification_name: decomposed, delivery_location: `${decomposed}@example.com`}),
	],
	['normalises to NFD', text => text.normalize('NFD'), body(composed, {notification_name: composed})],
	[
		'adds white space',
		text => (text === 'Treasury' ? ' Treasury\n' : text),
		body('u', {notification_name: 'Treasury'}),
	],
	[
		'rewrites filters',
		text => text.normalize('NFC'),
		body('u', {
			event_details: {
				...body('u').event_details,
				filters: [{field_name: 'asset', operator: 'eq', value: decomposed, value_type: 'str'}],
			},
		}),
	],
])(
	'on a fresh machine a file is applied once to a service that %s, and then nothing is left to do',
	async (_name, change, entry) => {
		for (const scope of ['all', undefined]) {
			service.records.length = 0;
			rewrite = change;
			write(scope, entry, body('other'));
			expect(await run(['apply', file, '--yes'])).toMatchObject({exitCode: 0});
			const [{id}] = service.records as [{readonly id: number}];
			const before = service.writes();
			expect(await run(['apply', file, '--yes'])).toMatchObject({
				exitCode: 0,
				errors: expect.arrayContaining([note(String(id)), 'No changes: 2 unchanged.']) as string[],
			});
			expect(await run(['plan', file, '--exit-code', '--json'])).toMatchObject({
				exitCode: 0,
				stdout: expect.stringContaining(`"rewritten": [\n    "${id}"\n  ]`) as string,
			});
			expect(service.writes()).toBe(before);
		}
	},
);

test('a change beside rewritten text is the only one that is planned', async () => {
	service.records.push({...body('u'), notification_name: 'Old ', id: 503});
	write('all', body('u', {notification_name: 'New', delivery_location: 'U@EXAMPLE.com'}));
	expect(await run(['plan', file, '--exit-code'])).toMatchObject({
		exitCode: 10,
		lines: expect.not.arrayContaining([expect.stringContaining('delivery_location')]) as string[],
	});
	write('all', body('u', {notification_name: 'Old', delivery_location: 'v@EXAMPLE.com'}));
	expect(await run(['plan', file, '--exit-code'])).toMatchObject({
		exitCode: 10,
		lines: expect.not.arrayContaining([expect.stringContaining('notification_name')]) as string[],
	});
});

test('an entry whose user was rewritten replaces the notification that it describes, and creates no second one', async () => {
	service.records.push({...body(composed), notification_name: 'Hook', id: 506});
	for (const scope of ['all', undefined]) {
		write(scope, body(decomposed, {notification_name: 'Hook', delivery_location: 'new@example.com'}));
		expect(await run(['plan', file, '--exit-code'])).toMatchObject({
			exitCode: 10,
			lines: expect.arrayContaining(['1 to replace; 0 unchanged.']) as string[],
		});
	}
});

test('the case of a URL is a change, because services do not rewrite it', async () => {
	const hook = (url: string) => body('u', {channel: 'WEBHOOK', delivery_location: url, notification_name: 'Hook'});
	service.records.push({...hook('https://hooks.example/abc'), id: 504});
	write('all', hook('https://hooks.example/aBC'));
	expect(await run(['plan', file, '--exit-code'])).toMatchObject({
		exitCode: 10,
		lines: expect.arrayContaining([
			'    delivery_location: https://hooks.example/abc → https://hooks.example/aBC',
		]) as string[],
	});
});
