import {execFile} from 'node:child_process';
import {mkdir, readdir, readFile, stat, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../helpers/app.tsx';

const run = promisify(execFile);

const source = String.raw`exports.tell = () => "compiled when called: " + __filename.slice(-8) + " " + new Error("").stack.split("\n")[1].slice(-9, -1);`;

const told = `compiled when called: 4567.cjs cjs:1:${source.indexOf('new Error') + 1}\n`;

/** A program of one file, and where its compiled code is kept. */
async function makeProgram(folder: string) {
	const program = path.join(folder, 'program');
	const shipped = path.join(folder, 'shipped');
	const kept = path.join(folder, 'kept');
	await mkdir(program);
	await writeFile(path.join(program, 'file-01234567.cjs'), source);
	const codeFor = (keptIn: string | undefined) => `
		import {createRequire} from 'node:module';
		const {keepCompiledCode} = await import(${JSON.stringify(pathToFileURL(path.resolve('source/system/compiled-code.ts')))});
		keepCompiledCode(${JSON.stringify(program)}, ${JSON.stringify(shipped)}, ${JSON.stringify(keptIn)});
		console.log(createRequire(import.meta.url)(${JSON.stringify(path.join(program, 'file-01234567.cjs'))}).tell());
	`;
	return {
		shipped,
		kept,
		/** `keptIn`: null to keep nothing. */
		async start(keptIn: string | null = kept) {
			const {stdout} = await run(process.execPath, ['--input-type=module', '--eval', codeFor(keptIn ?? undefined)]);
			return stdout;
		},
	};
}

test('what was compiled when it was called is kept, and is used by the next start', async () => {
	await using folder = await temporaryFolder();
	const {kept, start} = await makeProgram(folder.path);
	expect(await start()).toBe(told);
	const [name = '', ...others] = await readdir(kept);
	expect(others).toEqual([]);
	const file = path.join(kept, name);
	const {mode, mtimeMs} = await stat(file);
	expect((mode % 0o1000).toString(8)).toBe('600');
	expect(await readFile(file, 'latin1')).toContain('compiled when called');

	expect(await start()).toBe(told);
	expect(await stat(file)).toMatchObject({mtimeMs});
});

test('a file that cannot be used is replaced, and those of other versions are removed', async () => {
	await using folder = await temporaryFolder();
	const {kept, start} = await makeProgram(folder.path);
	await start();
	const [name = ''] = await readdir(kept);
	const file = path.join(kept, name);
	const whole = await readFile(file);
	await writeFile(path.join(kept, 'file-89abcdef.cjs.v1-x64'), 'old');
	for (const damaged of [whole.subarray(0, whole.length / 2), new Uint8Array(whole.length), new Uint8Array()]) {
		await writeFile(file, damaged);
		expect(await start()).toBe(told);
		expect(await readdir(kept)).toEqual([name]);
		const replaced = await readFile(file);
		expect(replaced.equals(damaged)).toBe(false);
	}
});

test('what the build compiled is used, and nothing is kept beside it; code of another version is not used', async () => {
	await using folder = await temporaryFolder();
	const {shipped, kept, start} = await makeProgram(folder.path);
	expect(await start(shipped)).toBe(told);
	const [name = ''] = await readdir(shipped);
	await mkdir(kept);
	await writeFile(path.join(kept, 'file-89abcdef.cjs.v1-x64'), 'of another version');
	expect(await start()).toBe(told);
	expect(await readdir(kept)).toEqual([]);

	await writeFile(path.join(shipped, name), 'code of another version');
	expect(await start()).toBe(told);
	expect(await readdir(kept)).toEqual([name]);
});

test('without a folder of its own nothing is kept', async () => {
	await using folder = await temporaryFolder();
	const {kept, start} = await makeProgram(folder.path);
	expect(await start(null)).toBe(told);
	await expect(readdir(kept)).rejects.toThrow('ENOENT');
});
