import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeEach, describe, expect, test} from 'vitest';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {address, body, clock} from '../helpers/command-account.ts';
import {startSmallService} from '../helpers/small-service.ts';
import {temporaryFolder} from '../helpers/app.tsx';

const service = await startSmallService();
const files = await temporaryFolder();
const at = (name: string) => path.join(files.path, 'work', name);
const csv = at('rows.csv');
const yaml = at('alerts.yaml');

afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await files[Symbol.asyncDispose]();
});

let homes = 0;

beforeEach(() => {
	homes++;
	rmSync(at('.'), {recursive: true, force: true});
	mkdirSync(at('.'));
	mkdirSync(path.join(files.path, String(homes)));
	service.records.length = 0;
});

const run = async (argv: readonly string[]) =>
	runCommand(argv, {
		home: path.join(files.path, String(homes)),
		env: environmentOf(service),
		settlingTime: 5000,
		clock,
	});

/** Runs a command that must fail and say the advice. */
const fails = async (argv: readonly string[], advice: RegExp | string) => {
	const {exitCode, stderr} = await run(argv);
	expect(stderr).toMatch(advice);
	expect(exitCode).not.toBe(0);
	return stderr;
};

const works = async (argv: readonly string[]) => {
	const result = await run(argv);
	expect(result).toMatchObject({exitCode: 0});
	return result;
};

/** The arguments of the options that a message names, as a shell reads them. */
const optionsIn = (message: string, pattern: RegExp): readonly string[] =>
	[...message.matchAll(pattern)].map(([, double, single]) => double ?? single!.replaceAll(String.raw`'\''`, "'"));

const fields = {
	user: 'u',
	channel: 'EMAIL',
	to: 'u@example.com',
	network: 'ETH_MAINNET',
	event: 'ADDRESS_ACTIVITY',
	address,
};

const rows = (change: Readonly<Record<string, string>> = {}) => {
	const cells = {...fields, ...change};
	writeFileSync(
		csv,
		`${Object.keys(cells)
			.map(name => `"${name.replaceAll('"', '""')}"`)
			.join(',')}\n${Object.values(cells)
			.map(value => `"${value.replaceAll('"', '""')}"`)
			.join(',')}\n`,
	);
};

const dryRun = ['import', csv, '--dry-run'];
const mapOption = /--map (?:"([^"]*)"|'((?:[^']|'\\'')*)')/gv;

describe('a column of a CSV file', () => {
	test.each(['Remark', ' Remark ', 'E-Mail\u{A0}Adresse', 'a=b', 'a "quoted" one', "it's $5 `x`", 'two\nlines', 'é'])(
		'named %j is left out, or read as a field, by the --map that the error gives',
		async name => {
			rows({[name]: 'value'});
			const [asField, leftOut] = optionsIn(await fails(dryRun, 'or --map'), mapOption);
			await works([...dryRun, '--map', leftOut!]);
			const {stdout} = await works([...dryRun, '--map', asField!.replace('FIELD', 'name')]);
			expect(stdout).toContain('value');
		},
	);

	// The network and the event type are then those of a new notification.
	const needed = Object.keys(fields).filter(name => name !== 'network' && name !== 'event');
	test.each(needed)('that is missing is given by --set, or by --map, or added: %s', async name => {
		const {[name]: value, ...others} = fields as Readonly<Record<string, string>>;
		writeFileSync(
			csv,
			`${[...Object.keys(others), 'Column'].join(',')}\n${[...Object.values(others), value!].join(',')}\n`,
		);
		const message = await fails([...dryRun, '--map', 'Column='], 'there is no column for');
		const {map, set} = /--map COLUMN=(?<map>\w+) or --set (?<set>\w+)=VALUE/v.exec(message)!.groups!;
		await works([...dryRun, '--map', `Column=${map!}`]);
		await works([...dryRun, '--map', 'Column=', '--set', `${set!}=${value!}`]);
		const added = /there is no column for (\w+): add one/v.exec(message)![1]!;
		writeFileSync(
			csv,
			`${[...Object.keys(others), added].join(',')}\n${[...Object.values(others), value!].join(',')}\n`,
		);
		await works(dryRun);
	});
});

describe('a cell of a CSV file', () => {
	test('with a number that a spreadsheet has shortened is taken with --raw, or as text', async () => {
		rows({name: '1.001E+12'});
		await fails(dryRun, 'Format the column as text and enter it again, or pass --raw if it is meant');
		await works([...dryRun, '--raw']);
		rows({name: '1001000000000'});
		await works(dryRun);
	});
});

const file = (header: object, ...notifications: readonly object[]) => {
	writeFileSync(yaml, JSON.stringify({version: 1, ...header, notifications}));
};

const serve = (count: number) => {
	service.records.splice(
		0,
		Infinity,
		...Array.from({length: count}, (_, index) => ({...body(`u-${index}`), template: undefined, id: index + 1})),
	);
};

describe('a file of notifications', () => {
	test.each([['validate'], ['plan'], ['create', '-f'], ['apply'], ['import']])(
		'that is larger than allowed is read with --max-input: %s',
		async (...command) => {
			if (command[0] === 'import') {
				rows();
			} else {
				file({}, body('u'));
			}

			const argv = [
				...command,
				command[0] === 'import' ? csv : yaml,
				...(command[0] === 'validate' ? [] : ['--dry-run']),
			].filter(word => command[0] !== 'plan' || word !== '--dry-run');
			const message = await fails([...argv, '--max-input', '10'], '--max-input reads more, such as --max-input');
			await works([...argv, '--max-input', /such as --max-input (\w+)/v.exec(message)![1]!]);
		},
	);

	test.each([
		['@here', 'needs quotes'],
		['a: b', 'needs quotes'],
		['{x} y', 'needs quotes'],
		['*all', 'needs quotes'],
		['%x', 'needs quotes'],
		['`x`', 'needs quotes'],
		['[x] y', 'needs quotes'],
	])('with the text %s is read once it has quotes', async (text, advice) => {
		const entry = (name: string) =>
			`- ${Object.entries(body('u', {notification_name: 'NAME'}))
				.map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
				.join('\n  ')}\n`.replace('NAME', name);
		writeFileSync(yaml, entry(text));
		await fails(['validate', yaml], advice);
		writeFileSync(yaml, entry(`"${text}"`));
		await works(['validate', yaml]);
	});

	test('that prunes a whole account does so with --all, or with a scope', async () => {
		serve(1);
		file({}, body('u-0'));
		await fails(['apply', yaml, '--prune', '--yes'], 'Give it a scope such as user:=ops, or pass --all with --prune');
		await works(['apply', yaml, '--prune', '--all', '--yes']);
		file({scope: 'user:=u-0'}, body('u-0'));
		await works(['apply', yaml, '--prune', '--yes']);
	});

	test('that deletes more than expected does so with the --max-deletes that the error gives', async () => {
		serve(4);
		file({scope: 'all'}, body('u-0'));
		const message = await fails(['apply', yaml, '--prune', '--all', '--yes'], 'Pass --max-deletes');
		await works(['plan', yaml]);
		await works([
			'apply',
			yaml,
			'--prune',
			'--all',
			'--yes',
			'--max-deletes',
			/--max-deletes (\d+)/v.exec(message)![1]!,
		]);
	});

	test('in which a plan is given is kept and applied as the errors say', async () => {
		file({}, body('u'));
		const other = at('other.plan');
		writeFileSync(other, 'no plan');
		await fails(['apply', other, '--yes'], 'Run chainbell plan FILE --out NAME.plan.');
		const kept = at('today.plan');
		await works(['plan', yaml, '--out', kept]);
		await fails(
			['apply', kept, '--yes', '--accept-unknown-template'],
			'give --prune and --accept-unknown-template to chainbell plan',
		);
		await works(['plan', yaml, '--accept-unknown-template', '--out', kept]);
		await works(['apply', kept, '--yes']);
	});
});
