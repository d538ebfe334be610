import {globSync, statSync} from 'node:fs';
import path from 'node:path';

/** What the bundle is made from. npm writes the last one whenever it installs something. */
const inputs = [
	'source/**/*.{ts,tsx}',
	'scripts/bundle/*.ts',
	'rolldown.config.ts',
	'package.json',
	'node_modules/.package-lock.json',
];

/** The last file that a build writes: without it, a build was interrupted. */
const lastOutput = 'dist/THIRD-PARTY-NOTICES';

/**
Whether the bundle is missing, or older than what it is made from.

@param root - The checkout.
*/
export function isBuildNeeded(root: string): boolean {
	const timeOf = (file: string) => statSync(path.join(root, file), {throwIfNoEntry: false})?.mtimeMs;
	const builtAt = timeOf(lastOutput);
	return builtAt === undefined || globSync(inputs, {cwd: root}).some(file => timeOf(file)! > builtAt);
}

// `npm start`: a build takes longer than the program to start.
const root = path.dirname(import.meta.dirname);
if (import.meta.main && isBuildNeeded(root)) {
	const [{build}, {default: config}] = await Promise.all([import('rolldown'), import('../rolldown.config.ts')]);
	await build(config);
}
