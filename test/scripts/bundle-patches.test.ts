import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'rolldown';
import {expect, test} from 'vitest';
import {patch} from '../../scripts/bundle/patch.ts';
import {requirePatches} from '../../scripts/bundle/require-patches.ts';
import {temporaryFolder} from '../helpers/app.tsx';

/** Bundles a file that a dependency could have, and returns its code. */
async function bundled(...patches: ReadonlyArray<ReturnType<typeof patch>>): Promise<string> {
	await using folder = await temporaryFolder();
	const input = path.join(folder.path, 'dependency.js');
	await writeFile(input, 'export const greeting = "hello";');
	const {output} = await build({input, plugins: requirePatches(patches), write: false, logLevel: 'silent'});
	return output[0].code;
}

test('a patch that fits changes the code', async () => {
	expect(await bundled(patch(/dependency\.js$/v, 'hello', 'good evening'))).toContain('good evening');
});

test('the build fails for a patch that no longer fits, and names it', async () => {
	await expect(bundled(patch(/dependency\.js$/v, 'welcome', 'hello'))).rejects.toThrow('welcome was not found');
});

test('the build fails for a patch of a file that is not there, and names it', async () => {
	await expect(bundled(patch(/renamed\.js$/v, 'hello', 'welcome'))).rejects.toThrow(/changed nothing.*renamed/sv);
});
