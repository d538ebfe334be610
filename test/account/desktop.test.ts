import {Buffer} from 'node:buffer';
import {chmod, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {copyText, type DesktopOptions} from '../../source/account/desktop.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {temporaryFolder} from '../helpers/app.tsx';

/** A desktop with these variables, and what was written to its terminal. */
function desktop(variables: Readonly<Record<string, string>>): DesktopOptions & {readonly written: string[]} {
	const written: string[] = [];
	return {
		platform: 'linux',
		get: name => variables[name],
		write(sequence) {
			written.push(sequence);
		},
		written,
	};
}

/** Puts programs that keep what they get before all others, while `run` runs. */
async function withPrograms(names: readonly string[], run: (folder: string) => Promise<void>): Promise<void> {
	await using folder = await temporaryFolder();
	for (const name of names) {
		const file = path.join(folder.path, name);
		await writeFile(file, `#!/bin/sh\nprintf '%s|' "$@" > ${file}.args\ncat > ${file}.input\n`);
		await chmod(file, 0o700);
	}

	const before = process.env.PATH;
	process.env.PATH = `${folder.path}:${before}`;
	try {
		await run(folder.path);
	} finally {
		process.env.PATH = before;
	}
}

test('with a program for the clipboard, that has the text; the terminal gets nothing', async () => {
	await withPrograms(['wl-copy', 'xclip'], async folder => {
		const options = desktop({WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0'});
		expect(await copyText('an ID', options)).toEqual({kind: 'copied', by: 'wl-copy'});
		expect(await readFile(path.join(folder, 'wl-copy.input'), 'utf8')).toBe('an ID');
		expect(options.written).toEqual([]);
		expect(await copyText('x', desktop({DISPLAY: ':0'}))).toEqual({kind: 'copied', by: 'xclip'});
		expect(await readFile(path.join(folder, 'xclip.args'), 'utf8')).toBe('-selection|clipboard|');
	});
});

test('a program that fails leaves it to the terminal; too long a text goes nowhere', async () => {
	await withPrograms(['xclip'], async folder => {
		await writeFile(path.join(folder, 'xclip'), '#!/bin/sh\nexit 1\n');
		const options = desktop({DISPLAY: ':0'});
		expect(await copyText('a', options)).toEqual({kind: 'sent'});
		expect(await copyText('a'.repeat(80_000), options)).toEqual({kind: 'too-long', size: 80_000, limit: 75_000});
		expect(options.written).toHaveLength(1);
	});
});

test('an API key is never copied', async () => {
	keepSecret('sk-live-abcdefgh');
	const options = desktop({});
	await copyText('{"a": "sk-live-abcdefgh"}', options);
	expect(options.written.join('')).toContain(Buffer.from('{"a": "[API key]"}').toString('base64'));
});
