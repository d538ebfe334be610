import {execFile, execFileSync} from 'node:child_process';
import {truncate, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';
import {account, body, createOne, lines} from '../helpers/command-account.ts';
import {runCommand} from '../helpers/command.ts';
import {containing} from '../helpers/texts.ts';

const refused = (words: string) => ({
	exitCode: 5,
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
			(file: string) => [...createOne, '--template', `@${file}`],
			(file: string) => ['edit', '1', '--set', `template=@${file}`],
		]) {
			await place.gives(
				use(fifo),
				refused(`Nothing was sent: ${fifo} cannot be read: it is a FIFO, not a regular file.`),
			);
			await place.gives(
				use('/dev/zero'),
				refused('Nothing was sent: /dev/zero cannot be read: it is a device, not a regular file.'),
			);
			await place.gives(use(sparse), refused(`Nothing was sent: ${sparse} cannot be read: it is larger than `));
			await place.gives(use(path.join(place.home, 'none')), refused('cannot be read: there is no such file.'));
		}

		expect(await place.list()).toEqual([]);
	},
);

test('no more is read than --max-input says, of a file or of standard input', async () => {
	await using place = await account();
	const text = lines(body('42'), body('43'));
	const file = path.join(place.home, 'new.jsonl');
	await writeFile(file, text);
	await place.gives(['create', '-f', file, '--max-input', '400'], {
		exitCode: 5,
		errors: [
			`Nothing was sent: ${file} cannot be read: it is larger than 400 bytes.`,
			'--max-input reads more, such as --max-input 100MB.',
		],
	});
	await place.gives(
		'create -f - --max-input 400',
		refused('Standard input cannot be read: it is larger than 400 bytes.'),
		{input: text},
	);
	await place.gives('create -f - --max-input lots', {
		exitCode: 2,
		stderr: containing('--max-input needs a size'),
	});
	await place.ends(0, 'create -f /dev/stdin --max-input 1kB', {input: text});
	expect(await place.values('user')).toEqual(['42', '43']);
});

test.skipIf(process.platform === 'win32')('what the shell opened is read, as in -f <(command)', async () => {
	const script = `import {readInput} from ${JSON.stringify(path.resolve('source/cli/read-input.ts'))};\nconsole.log(await readInput({file: process.argv[1], input: () => process.stdin, limit: 100}));`;
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
		const created = await place.run(createOne);
		expect(created.stderr).toContain('it is a FIFO, not a regular file');
	},
);
