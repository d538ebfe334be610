import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {account, address, body} from '../helpers/command-account.ts';
import {startSmallService} from '../helpers/small-service.ts';

const service = await startSmallService();
const at = await account(0, 5000, service);
const file = path.join(at.home, 'alerts.yaml');

afterAll(async () => {
	await at[Symbol.asyncDispose]();
	await service[Symbol.asyncDispose]();
});

/** Characters that YAML does not allow as they are, or that a reader of lines stumbles over. */
const characters = [0xff_fe, 0xff_ff, 0x00, 0x1b, 0x7f, 0x85, 0x9b, 0x20_28, 0xfe_ff, 0xd8_00, 0x1_ff_fe].map(code =>
	String.fromCodePoint(code),
);

const names = characters.map(character => `a${character}b`);

beforeEach(() => {
	service.records.splice(
		0,
		Infinity,
		...names.map((name, index) => ({
			...body(`u-${index}`),
			notification_name: name,
			[`own ${name}`]: name,
			template: undefined,
			id: index + 1,
		})),
	);
});

test.each(['export', 'get -o yaml', 'list -o yaml', 'list -o json', 'list -o jsonl'])(
	'what %s prints of any character is a file that validate, plan and create -f read',
	async command => {
		const [name, ...options] = command.split(' ');
		const {stdout} = await at.run([
			name!,
			...options,
			...(name === 'get' ? names.map((_name, index) => String(index + 1)) : []),
		]);
		writeFileSync(file, stdout);
		expect(await at.run(['validate', file])).toMatchObject({exitCode: 0});
		expect(await at.run(['plan', file, '--exit-code'])).toMatchObject({
			exitCode: 0,
			lines: expect.arrayContaining([`No changes: ${names.length} unchanged.`]) as string[],
		});
		const {stdout: dry, exitCode} = await at.run(['create', '-f', file, '--allow-duplicate', '--dry-run']);
		expect(exitCode).toBe(0);
		expect(
			(JSON.parse(dry) as ReadonlyArray<{readonly notification_name: string}>)
				.map(sent => sent.notification_name)
				.toSorted(),
		).toStrictEqual(names.toSorted());
	},
);

const entry = (index: number) =>
	`{external_user_id: u-${index}, notification_name: old, channel: EMAIL, delivery_location: u-${index}@example.com, event_details: {network: ETH_MAINNET, event_type: ADDRESS_ACTIVITY, addresses: [${address}]}}`;
const block = (index: number) =>
	`\n  ${entry(index)
		.slice(1, -1)
		.replaceAll(/, (?=[a-z_]+: )(?!event_type|addresses)/gv, '\n  ')}`;

test.each([
	['in brackets', entry],
	['on lines', block],
])('pull writes any character into entries %s, and adds entries with it', async (_form, write) => {
	writeFileSync(
		file,
		`version: 1\nscope: all\nnotifications:\n${names
			.slice(2)
			.map((_name, index) => `- ${write(index).trim()}\n`)
			.join('')}`,
	);
	expect(await at.run(['pull', file, '--yes'])).toMatchObject({
		exitCode: 0,
		stderr: expect.stringContaining(`${names.length - 2} changed, 0 removed, 2 added`) as string,
	});
	expect(await at.run(['plan', file, '--exit-code'])).toMatchObject({exitCode: 0});
	expect(await at.run(['validate', file])).toMatchObject({exitCode: 0});
});
