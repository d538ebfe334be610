import {execFile} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import packageJson from '../../package.json' with {type: 'json'};

const check = path.resolve(import.meta.dirname, '../../scripts/check-node.js');

/** Runs a script as package.json does, on a Node that can or cannot run TypeScript. */
const run = async (...options: readonly string[]) =>
	promisify(execFile)(process.execPath, [...options, '--import', check, '--eval', 'console.log("ran")']);

test('a Node that cannot run TypeScript ends a script with one sentence that says what to do', async () => {
	await expect(run('--no-experimental-strip-types')).rejects.toMatchObject({
		code: 1,
		stdout: '',
		stderr: `This script needs Node 22.18 or newer; this is ${process.versions.node}. The Node that comes with npm install is not there, probably because of --ignore-scripts. Run npm rebuild --ignore-scripts=false node, or use a newer Node.\n`,
	});
	expect(await run()).toMatchObject({stdout: 'ran\n', stderr: ''});
});

test('every script that runs TypeScript begins with the check', () => {
	const unchecked = Object.entries(packageJson.scripts).flatMap(([name, line]) =>
		line.split('&&').flatMap((command, index, all) => {
			const needsCheck = /\bnode .*\.ts\b|\boxlint\/bin\b|^\s*vitest\b/v.test(command);
			const isChecked =
				command.includes('--import ./scripts/check-node.js') ||
				all.slice(0, index).some(before => before.trim() === 'node scripts/check-node.js');
			return needsCheck && !isChecked ? [`${name}: ${command.trim()}`] : [];
		}),
	);
	expect(unchecked).toEqual([]);
});
