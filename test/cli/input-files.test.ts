import {Buffer} from 'node:buffer';
import {execFileSync, execFile} from 'node:child_process';
import {mkdirSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {account, body, createCommand, lines} from '../helpers/command-account.ts';
import {containing, matching} from '../helpers/texts.ts';
import {truncate, writeFile} from 'node:fs/promises';
import {promisify} from 'node:util';
import {temporaryFolder} from '../helpers/app.tsx';
import {runCommand} from '../helpers/command.ts';

test.skipIf(process.platform === 'win32')(
	'whatever is named is one sentence, and nothing blocks or is sent',
	async () => {
		await using place = await account();
		const at = (name: string) => path.join(place.home, name);
		for (const folder of ['fifos', 'out', 'away', 'broken']) {
			mkdirSync(at(folder));
		}

		execFileSync('mkfifo', [at('fifos/a.yaml')]);
		writeFileSync(at('away/secret.yaml'), 'secret');
		symlinkSync(at('away/secret.yaml'), at('out/a.yaml'));
		symlinkSync(at('away/none.yaml'), at('broken/a.yaml'));
		symlinkSync(at('circle.yaml'), at('circle.yaml'));
		writeFileSync(at('bytes.yaml'), Buffer.from('- external_user_id: a\n- external_user_id: \u00FF\n', 'latin1'));
		writeFileSync(at('utf-16.yaml'), Buffer.from('\uFEFFchannel: EMAIL\n', 'utf16le'));
		writeFileSync(at('nul.yaml'), '- channel: a\n- channel: a\u0000b\n');
		writeFileSync(at('tab.yaml'), '\uFEFF- channel: EMAIL\r\n  event_details:\r\n\tnetwork: N\r\n');
		writeFileSync(at('large.yaml'), '');
		truncateSync(at('large.yaml'), 100_000_000);
		const refused: ReadonlyArray<readonly [name: string, why: string]> = [
			['fifos', `${at('fifos/a.yaml')} cannot be read: it is a FIFO, not a regular file.`],
			['out', `${at('out/a.yaml')} is a symbolic link to a file that is not below the folder ${at('out')}.`],
			['broken', `${at('broken/a.yaml')} cannot be read: there is no such file.`],
			['circle.yaml', 'cannot be read: its symbolic links lead in a circle.'],
			[`${'x'.repeat(300)}.yaml`, 'cannot be read: its name is too long.'],
			['bytes.yaml', 'cannot be read: line 2: this is not UTF-8 text.'],
			['utf-16.yaml', 'cannot be read: line 1: this is not UTF-8 text.'],
			['nul.yaml', 'cannot be read: line 2, column 13: null byte is not allowed in input.'],
			['tab.yaml', 'cannot be read: line 3, column 2: a tab cannot indent: use spaces.'],
			['large.yaml', 'cannot be read: it is larger than 20 MB.'],
		];
		for (const [name, why] of refused) {
			await place.says(5, ['apply', '--yes', at(name)], {
				errors: [matching(/^Nothing was sent: /v), expect.any(String)],
				stderr: containing(why),
			});
		}

		expect(await place.list()).toEqual([]);
	},
);

test.skipIf(process.platform === 'win32')('a link to a file of its folder is read once', async () => {
	await using place = await account();
	const at = (name: string) => path.join(place.home, 'files', name);
	mkdirSync(at('..data'), {recursive: true});
	writeFileSync(at('..data/a.yaml'), JSON.stringify([body('u-1')]));
	symlinkSync(at('..data/a.yaml'), at('a.yaml'));
	symlinkSync(at('a.yaml'), at('b.yaml'));
	await place.says(0, ['validate', at('.')], {stdout: `${at('a.yaml')}: 1 notification, no mistake\n`});
});

const refused = (words: string) => ({
	stdout: '',
	errors: [containing(words), expect.any(String)],
});

test.skipIf(process.platform === 'win32')(
	'a file that is no regular one or too large is one line, for bodies and for templates',
	async () => {
		await using place = await account();
		const [fifo, sparse] = ['fifo', 'sparse'].map(name => path.join(place.home, name)) as [string, string];
		execFileSync('mkfifo', [fifo]);
		await writeFile(sparse, '');
		await truncate(sparse, 2 ** 31);
		for (const use of [
			(file: string) => ['create', '-f', file],
			(file: string) => `${createCommand} --template @${file}`,
			(file: string) => ['edit', '1', '--set', `template=@${file}`],
		]) {
			await place.says(
				5,
				use(fifo),
				refused(`Nothing was sent: ${fifo} cannot be read: it is a FIFO, not a regular file.`),
			);
			await place.says(
				5,
				use('/dev/zero'),
				refused('Nothing was sent: /dev/zero cannot be read: it is a device, not a regular file.'),
			);
			await place.says(5, use(sparse), refused(`Nothing was sent: ${sparse} cannot be read: it is larger than `));
			await place.says(5, use(path.join(place.home, 'none')), refused('cannot be read: there is no such file.'));
		}

		expect(await place.list()).toEqual([]);
	},
);

test('no more is read than --max-input says, of a file or of standard input', async () => {
	await using place = await account();
	const text = lines(body('42'), body('43'));
	const file = path.join(place.home, 'new.jsonl');
	await writeFile(file, text);
	await place.says(5, `create -f ${file} --max-input 400`, {
		errors: [
			`Nothing was sent: ${file} cannot be read: it is larger than 400 bytes.`,
			'--max-input reads more, such as --max-input 100MB.',
		],
	});
	await place.says(
		5,
		'create -f - --max-input 400',
		refused('Standard input cannot be read: it is larger than 400 bytes.'),
		{input: text},
	);
	await place.says(2, 'create -f - --max-input lots', '--max-input needs a size');
	await place.ends(0, 'create -f /dev/stdin --max-input 1kB', {input: text});
	expect(await place.values('user')).toEqual(['42', '43']);
});

test.skipIf(process.platform === 'win32')('what the shell opened is read, as in -f <(command)', async () => {
	const script = `import {readInput} from ${JSON.stringify(path.resolve('source/cli/read-input.ts'))};\nconsole.log(await readInput(process.argv[1], () => process.stdin, 100));`;
	const run = async (shell: string) => {
		const {stdout} = await promisify(execFile)('/bin/sh', ['-c', shell, 'sh', process.execPath, script]);
		return stdout.trim();
	};

	expect(await run('{ echo piped | "$1" --input-type=module -e "$2" /dev/fd/3 3<&0 </dev/null; }')).toBe('piped');
	expect(await run('echo piped | "$1" --input-type=module -e "$2" /dev/stdin')).toBe('piped');
	expect(await run('echo piped | "$1" --input-type=module -e "$2" /dev/fd/0')).toBe('piped');
	// As zsh names it on Linux.
	expect(await run('{ echo piped | "$1" --input-type=module -e "$2" /proc/self/fd/3 3<&0 </dev/null; }')).toBe('piped');
});

test.skipIf(process.platform === 'win32')(
	'config.yaml, the ledger and the sandbox are refused at once where they are FIFOs',
	async () => {
		await using home = await temporaryFolder();
		for (const name of ['config.yaml', 'sandbox.sqlite'] as const) {
			const file = path.join(home.path, name);
			execFileSync('mkfifo', [file]);
			expect(
				await runCommand(['list', ...(name === 'config.yaml' ? [] : ['--sandbox'])], {home: home.path}),
			).toMatchObject({exitCode: 1, stderr: containing('it is a FIFO, not a regular file')});
			execFileSync('rm', [file]);
		}

		await using place = await account(1);
		execFileSync('mkfifo', [path.join(place.home, 'ledger.sqlite')]);
		const created = await place.run(createCommand);
		expect(created.stderr).toContain('it is a FIFO, not a regular file');
	},
);
