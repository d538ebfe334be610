import {beforeAll, expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {account, address} from '../helpers/command-account.ts';
import type {HoldableSandbox} from '../helpers/holdable-sandbox.ts';

/*
The type of a filter that nobody has chosen.
*/

let sandbox: AsyncDisposable & HoldableSandbox;

beforeAll(async () => {
	sandbox = await temporarySandbox({samples: 0});
	return async () => {
		await sandbox[Symbol.asyncDispose]();
	};
});

/** A form with a filter on the value of an event, whose operator the form has filled in, and the cursor at its value. */
async function startFilter() {
	const app = await startApp({service: sandbox, size: '80x30'});
	await app.waitFor('No notifications yet.');
	await app.press('n', 'C-n', 'value', 'Enter');
	return app;
}

/** What the form would send as types. */
async function typesOf(app: Awaited<ReturnType<typeof startFilter>>) {
	await app.press('C-t');
	const frame = await app.waitFor('The sample');
	await app.press('Escape');
	return [...frame.matchAll(/value > \S+ \((?<type>\w+)\)/gv)].map(({groups}) => groups!.type);
}

test('the type that nobody has written follows the value', async () => {
	await using app = await startFilter();
	await app.press('0.25');
	expect(await typesOf(app)).toEqual(['float']);
	await app.press('Tab');
	expect(app.frame()).not.toContain('is not an int');
	await app.press('BackTab', 'C-w', '10');
	expect(await typesOf(app)).toEqual(['int']);
});

test('each filter follows its own value', async () => {
	await using app = await startFilter();
	await app.press('10', 'C-n', 'value > 0.5');
	expect(await typesOf(app)).toEqual(['int', 'float']);
});

test('a type that was written stays', async () => {
	await using app = await startFilter();
	await app.press('0.25 str', 'Tab');
	expect(app.frame()).toContain('value > 0.25 (str)');
	await app.press('BackTab', 'C-u', 'value > 10 (str)');
	expect(await typesOf(app)).toEqual(['str']);
});

test('a filter that is being typed says what it lacks', async () => {
	await using app = await startFilter();
	expect(app.frame()).toContain('Filter 1 has no value yet.');
	expect(app.frame()).not.toContain('cannot compare');
	await app.press('0.25');
	expect(app.frame()).not.toContain('yet');
	await app.press('C-n');
	expect(app.frame()).toContain('Filter 2 has no field yet.');
	await app.press('own ');
	expect(app.frame()).toContain('Filter 2 has no operator yet.');
});

test('trying the filters on a sample says so, too', async () => {
	await using app = await startFilter();
	await app.press('C-t');
	expect(await app.waitFor('does not match')).toContain('the filter has no value yet');
});

test('--filter without a type takes that of the value', async () => {
	await using place = await account();
	const create = [
		'create',
		'--user',
		'u',
		'--channel',
		'email',
		'--to',
		'u@example.com',
		'--address',
		address,
		'--dry-run',
		'--json',
	];
	for (const [value, type] of [
		['0.25', 'float'],
		['10', 'int'],
		['0x10', 'int'],
	]) {
		const run = await place.run([...create, '--filter', `value > ${value}`]);
		expect(JSON.parse(run.stdout)).toMatchObject({event_details: {filters: [{value, value_type: type}]}});
	}

	expect(await place.run([...create, '--filter', 'value > 0.25'])).toMatchObject({exitCode: 0, stderr: ''});
	expect(await place.run([...create, '--filter', 'value > 0.25 int'])).toMatchObject({
		stderr: expect.stringContaining('"0.25" is not an int') as unknown,
	});
});
