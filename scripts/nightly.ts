/**
`npm run nightly`: what takes too long for `npm test`. All tests, those in files named `.nightly.test` too; then random lives on the model, random input and random mutants, each with a seed of the day; and a session of 20 minutes. Every part runs, and the exit code is 1 if one of them failed.
*/
import {spawnSync} from 'node:child_process';
import process from 'node:process';

const seed = new Date().toISOString().slice(0, 10).replaceAll('-', '');

const parts: ReadonlyArray<readonly [name: string, ...parameters: string[]]> = [
	['vitest'],
	['model', '--runs', '3000', '--seed', seed],
	['fuzz', '--minutes', '10', '--seed', seed],
	['soak'],
	['mutants', '--sample', '10', '--seed', seed, '--near'],
];

const environment = {...process.env, NIGHTLY: '1', SEED: seed, RUNS: '500'};
const failed = parts.filter(([name, ...parameters]) => {
	console.log(`\n${name} ${parameters.join(' ')}`);
	const {status} = spawnSync('npm', ['run', name, '--', ...parameters], {
		stdio: 'inherit',
		env: environment,
		shell: process.platform === 'win32',
	});
	return status !== 0;
});

console.log(
	failed.length === 0 ? '\nAll parts passed.' : `\nFailed: ${failed.map(([name]) => name).join(', ')}. Seed ${seed}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
