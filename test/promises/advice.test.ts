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

	test.each(['E Mail', 'recipients', 'Emial'])(
		'that looks like a field is read as the one that is meant: %s',
		async name => {
			rows({[name]: 'x'});
			const message = await fails(dryRun, 'is no field');
			const meant = /Did you mean (\w+)\?/v.exec(message)?.[1] ?? /The fields are .*, (template),/v.exec(message)![1]!;
			const [asField] = optionsIn(message, mapOption);
			const {to, ...others} = fields;
			writeFileSync(
				csv,
				`${[...Object.keys(others), name].join(',')}\n${[...Object.values(others), 'u@example.com'].join(',')}\n`,
			);
			await works([
				...dryRun,
				'--map',
				asField!.replace('FIELD', meant),
				...(meant === 'recipient' || meant === 'to' ? [] : ['--set', 'to=u@example.com']),
			]);
		},
	);

	test('with the same field as another one is left out by the --map that the error gives', async () => {
		rows({User: 'u'});
		await works([...dryRun, '--map', optionsIn(await fails(dryRun, 'is the same field as'), mapOption)[0]!]);
	});

	test('with the same name as another one gets another name', async () => {
		rows();
		const head = [...Object.keys(fields), 'user'];
		writeFileSync(csv, `${head.join(',')}\n${[...Object.values(fields), 'u'].join(',')}\n`);
		await fails(dryRun, 'Remove one of them, or give it another name.');
		writeFileSync(
			csv,
			`${head.with(head.length - 1, 'Other').join(',')}\n${[...Object.values(fields), 'u'].join(',')}\n`,
		);
		await works([...dryRun, '--map', optionsIn(await fails(dryRun, 'or --map'), mapOption)[1]!]);
	});

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

	test('that --map names and is not there is the one that is meant', async () => {
		rows({Remark: 'x'});
		const message = await fails([...dryRun, '--map', 'Remarks='], 'there is no column "Remarks"');
		await works([...dryRun, '--map', `${/Did you mean (\w+)\?/v.exec(message)![1]!}=`]);
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

	test('with filters is taken as the error says', async () => {
		rows({filters: 'value over'});
		const message = await fails(dryRun, 'Write filters such as `');
		rows({filters: /such as `(.+?)`/v.exec(message)![1]!});
		await works(dryRun);
		rows({filters: '[value over]'});
		const listMessage = await fails(dryRun, 'must be a JSON list of filters, or a line such as `');
		rows({filters: /such as `(.+?)`/v.exec(listMessage)![1]!});
		await works(dryRun);
		rows({filters: '[{"field_name": "value", "operator": "gt", "value": "10", "value_type": "int"}]'});
		await works(dryRun);
	});

	test('with quotes is taken as the error says', async () => {
		writeFileSync(
			csv,
			`${[...Object.keys(fields), 'name'].join(',')}\n${[...Object.values(fields), 'a "b"'].join(',')}\n`,
		);
		await fails(dryRun, 'put the whole cell in quotes, and write quotes in it twice');
		writeFileSync(
			csv,
			`${[...Object.keys(fields), 'name'].join(',')}\n${[...Object.values(fields), '"a ""b"""'].join(',')}\n`,
		);
		await works(dryRun);
	});

	test('that only a check of chainbell refuses is taken with --accept-invalid', async () => {
		rows({to: 'nobody'});
		await fails(['import', csv, '--yes'], 'or pass --accept-invalid to send it anyway');
		await works(['import', csv, '--yes', '--accept-invalid']);
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

	test('with a misspelled field is read with the one that is meant', async () => {
		const {delivery_location: to, ...others} = body('u');
		for (const wrong of ['delivery_locaton', 'recipient', 'to']) {
			file({}, {...others, [wrong]: to});
			const message = await fails(['plan', yaml], 'is not a field of a notification. Did you mean');
			file({}, {...others, [/Did you mean (\w+)\?/v.exec(message)![1]!]: to});
			await works(['plan', yaml]);
		}
	});

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

	test('for another profile runs with the profile that the error names', async () => {
		file({profile: 'staging'}, body('u'));
		const message = await fails(['plan', yaml], 'Run it with --profile');
		writeFileSync(
			path.join(files.path, String(homes), 'config.yaml'),
			`profiles:\n  staging:\n    baseUrl: ${service.baseUrl}\n    apiKey: the-key\n`,
			{mode: 0o600},
		);
		expect(
			await runCommand(['plan', yaml, .../(--profile) (\w+)\./v.exec(message)!.slice(1)], {
				home: path.join(files.path, String(homes)),
				settlingTime: 5000,
				clock,
			}),
		).toMatchObject({exitCode: 0});
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

	test('that nobody could edit is exported to a new file', async () => {
		serve(1);
		writeFileSync(yaml, `${JSON.stringify(body('u'))}\n${JSON.stringify(body('v'))}\n`);
		await fails(['pull', yaml, '--yes'], 'chainbell export writes a new file.');
		await works(['export', '--out', at('new.yaml')]);
	});

	test('that another hand wrote is not replaced: export writes another one, as it says', async () => {
		serve(1);
		file({}, body('u'));
		await fails(['export', '--out', yaml], 'Name another file, or move it away.');
		await works(['export', '--out', at('other.yaml')]);
		rmSync(yaml);
		await works(['export', '--out', yaml]);
		await fails(['export', '--split', 'user'], '--split needs --out with the folder for the files.');
		await works(['export', '--split', 'user', '--out', at('split')]);
	});

	test.each([['create', '-f'], ['validate'], ['plan'], ['apply', '--yes']])(
		'that only a check of chainbell refuses is taken with --accept-invalid: %s',
		async (...command) => {
			file({}, body('u', {delivery_location: 'nobody'}));
			await fails([...command, yaml], 'or pass --accept-invalid to send it anyway');
			await works([...command, yaml, '--accept-invalid']);
		},
	);

	test('whose template is assumed equal or lost is applied as the notes say', async () => {
		serve(2);
		file({scope: 'user:=u-0'}, body('u-0', {template: 'New'}));
		expect(await works(['plan', yaml])).toMatchObject({
			stdout: expect.stringContaining('--accept-unknown-template replaces it.') as string,
		});
		expect(await works(['plan', yaml, '--accept-unknown-template'])).toMatchObject({
			stdout: expect.stringContaining('1 to replace') as string,
		});
		const {template, ...unsaid} = body('u-0', {notification_name: 'New'});
		file({scope: 'user:=u-0'}, unsaid);
		expect(await works(['plan', yaml])).toMatchObject({
			stdout: expect.stringContaining('To keep the template, say it in the file.') as string,
		});
		file({scope: 'user:=u-0'}, {...unsaid, template});
		expect(await works(['plan', yaml])).toMatchObject({stdout: expect.not.stringContaining('unknown') as string});
	});
});
