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
