import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {Validator, type Schema} from '@cfworker/json-schema';
import {expect, test} from 'vitest';
import {stringify} from 'yaml';
import {schemas} from '../../source/cli/output/schemas.ts';
import {account, body, createOne, lines} from '../helpers/command-account.ts';

/*
docs/json.md has the schemas of what commands print: whatever they print fits them, and has no member that they lack.
*/

const page = readFileSync(new URL('../../docs/json.md', import.meta.url), 'utf8');

const documented = [...page.matchAll(/^```json\n(?<text>.*?)^```$/gmsv)].map(
	({groups}) => new Validator(JSON.parse(groups!.text!) as Schema, '2020-12'),
);
const validators = Object.fromEntries(Object.keys(schemas).map((name, index) => [name, documented[index]!]));

/** Expects that values fit a schema. */
function expectFit(name: keyof typeof schemas, values: readonly unknown[]) {
	for (const value of values) {
		expect(validators[name]!.validate(value), JSON.stringify(value)).toMatchObject({valid: true});
		expect(schemas[name].parse(value)).toStrictEqual(value);
	}
}

const parsed = (text: string) => JSON.parse(text) as unknown;
const listOf = (text: string) => parsed(text) as readonly unknown[];

test('results, errors and the history', async () => {
	await using at = await account();
	const results: unknown[] = [];
	const errors: unknown[] = [];
	const run = async (argv: readonly string[], input = '') => {
		const {stdout, stderr} = await at.run([...argv, '--yes', '--json'], {input});
		results.push(...(stdout === '' ? [] : listOf(stdout)));
		errors.push(...(stderr === '' ? [] : [parsed(stderr)]));
	};

	at.sandbox.faults.add({name: 'create-403', count: 1});
	await run(
		['create', '-f', '-', '-j', '1'],
		lines(body('t1'), body('t11'), body('b', {channel: 'WEBHOOK', delivery_location: 'https://example.com/'})),
	);
	await run(createOne);
	await run(['create', '-f', '-'], '{"channel": "PIGEON"}');
	await run(['edit', '--query', 'user:t1', '--set', 'name=x']);
	await run(['clone', '2', '--set', 'user=c']);
	await run(['undo', '--last']);
	at.sandbox.faults.add({name: 'delete-403', count: 1});
	await run(['edit', '2', '--set', 'name=x']);
	await run(['recover']);
	await run(['recover', '--finish']);
	await run(['recover', '99', '--finish']);
	await run(['delete', '99']);
	await run(['delete', '--all']);
	await run(['list', '--no-such-option']);
	const {stdout} = await at.run(['history', '--json']);
	const history = listOf(stdout);

	expect(new Set(results.map(each => (each as {status: string}).status)).size).toBeGreaterThan(2);
	expect(errors.length).toBeGreaterThan(4);
	expect(history.length).toBeGreaterThan(6);
	expectFit('result', results);
	expectFit('error', errors);
	expectFit('history', history);
});

test.each([['--mask'], ['--prune', '--all']])('a plan with %s', async (...options) => {
	await using at = await account();
	expect(
		await at.run(['create', '-f', '-', '-j', '1'], {
			input: lines(...['ops', 'a', 'b', 'kept'].map(user => body(user))),
		}),
	).toMatchObject({exitCode: 0});
	writeFileSync(path.join(at.home, 'config.yaml'), 'protect: user:=kept\n', {mode: 0o600});
	at.sandbox.faults.add({name: 'delete-403', count: 1});
	expect(await at.run(['edit', '--query', 'user:=b', '--set', 'name=x', '--yes'])).toMatchObject({exitCode: 8});
	const file = path.join(at.home, 'alerts.yaml');
	const notifications = [
		body('ops', {delivery_location: 'new@example.com'}),
		body('new'),
		body('b', {notification_name: 'y'}),
		body('kept', {notification_name: 'z'}),
	];
	writeFileSync(file, stringify({version: 1, scope: 'all', notifications}));
	const plan = parsed((await at.run(['plan', file, ...options, '--json'])).stdout);
	expect(plan).toMatchObject({
		changes: expect.arrayContaining([
			expect.objectContaining({action: 'create'}),
			expect.objectContaining({action: 'replace'}),
		]) as unknown,
		protected: [{action: 'replace'}],
		pending: [{noun: 'edit'}],
	});
	expectFit('plan', [plan]);
	expectFit('plan', [parsed((await at.run(['apply', file, '--dry-run', '--json'])).stdout)]);
	const applied = await at.run(['apply', file, '--yes', '--json']);
	expect(listOf(applied.stdout)).not.toEqual([]);
	expectFit('result', listOf(applied.stdout));
});
