import {mkdirSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {isBuildNeeded} from '../../scripts/build-if-needed.ts';
import {temporaryFolder} from '../helpers/app.tsx';

/** Writes a file that was changed at a time, in seconds. */
function write(root: string, file: string, changedAt: number): void {
	const target = path.join(root, file);
	mkdirSync(path.dirname(target), {recursive: true});
	writeFileSync(target, '');
	utimesSync(target, changedAt, changedAt);
}

test('a build is needed when something is newer than the last one, or it was interrupted', async () => {
	await using folder = await temporaryFolder();
	const root = folder.path;
	write(root, 'source/cli.ts', 100);
	write(root, 'source/tui/list/table.tsx', 100);
	write(root, 'package.json', 100);
	expect(isBuildNeeded(root)).toBe(true);

	write(root, 'dist/cli.cjs', 200);
	expect(isBuildNeeded(root)).toBe(true);
	write(root, 'dist/THIRD-PARTY-NOTICES', 200);
	expect(isBuildNeeded(root)).toBe(false);

	for (const changed of [
		'source/tui/list/table.tsx',
		'scripts/bundle/patch.ts',
		'node_modules/.package-lock.json',
		'rolldown.config.ts',
	]) {
		write(root, changed, 300);
		expect(isBuildNeeded(root)).toBe(true);
		write(root, changed, 100);
		expect(isBuildNeeded(root)).toBe(false);
	}

	rmSync(path.join(root, 'dist'), {recursive: true});
	expect(isBuildNeeded(root)).toBe(true);
});
