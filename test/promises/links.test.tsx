import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {runCommand} from '../helpers/command.ts';
import {body} from '../helpers/command-account.ts';
import {pasted} from '../helpers/screen.tsx';

/** A folder with one file of one notification, and what is beside it. */
async function place() {
	const home = await temporaryFolder();
	const folder = path.join(home.path, 'd');
	const outside = path.join(home.path, 'outside');
	for (const [where, text] of [
		[folder, JSON.stringify([body('ops')])],
		[outside, 'not: [valid'],
	] as const) {
		mkdirSync(where);
		writeFileSync(path.join(where, 'x.yaml'), text);
	}

	return {
		folder,
		outside,
		validate: async () => runCommand(['validate', folder], {home: home.path}),
		[Symbol.asyncDispose]: home[Symbol.asyncDispose],
	};
}

const oneFile = {exitCode: 0, lines: [expect.stringMatching(/x\.yaml: 1 notification, no mistake$/v)]};

test('a link to a folder elsewhere is not followed, whatever its name', async () => {
	await using at = await place();
	symlinkSync(at.outside, path.join(at.folder, 'more'));
	symlinkSync(at.outside, path.join(at.folder, 'more.yaml'));
	symlinkSync('../outside', path.join(at.folder, 'and-more'));
	expect(await at.validate()).toMatchObject(oneFile);
});

test('a folder that is named itself is read, also through a link', async () => {
	await using at = await place();
	const link = path.join(at.outside, 'link');
	symlinkSync(at.folder, link);
	expect(await runCommand(['validate', link], {home: at.outside})).toMatchObject(oneFile);
});

test('folders below are read, hidden ones are not', async () => {
	await using at = await place();
	for (const [name, text] of [
		['deep/er', '[]'],
		['.git', 'not: [valid'],
		['folder.yaml', '[]'],
	] as const) {
		mkdirSync(path.join(at.folder, name), {recursive: true});
		writeFileSync(path.join(at.folder, name, 'y.yaml'), text);
	}

	const {exitCode, lines} = await at.validate();
	expect([exitCode, ...lines.map(line => path.relative(at.folder, line.split(':', 1)[0]!))]).toEqual([
		0,
		'deep/er/y.yaml',
		'folder.yaml/y.yaml',
		'x.yaml',
	]);
});

test('links of a folder to itself do not keep validate, or the screen of a plan, from ending', async () => {
	await using at = await place();
	for (const name of ['a', 'b', 'c']) {
		symlinkSync('.', path.join(at.folder, name));
	}

	expect(await at.validate()).toMatchObject(oneFile);
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox});
	await app.waitFor('No notifications yet');
	await app.press('F', pasted(at.folder), 'Enter');
	await app.waitFor('1 to create; 0 unchanged.');
});
