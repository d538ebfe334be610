import {execFileSync} from 'node:child_process';
import {mkdir, truncate, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {stringify} from 'yaml';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {body} from '../helpers/command-account.ts';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {pasted} from '../helpers/screen.tsx';
import {list} from '../changes/harness.ts';

type Service = Parameters<typeof list>[0];

const recipients = async (service: Service) => {
	const listed = await list(service);
	return listed.map(({recipient}) => recipient).toSorted();
};

/** An app on an account with the notifications of three users, each with a template that is known in its home. */
async function startWith(users: readonly string[], options: {readonly editor?: string; readonly size?: string} = {}) {
	const sandbox = await temporarySandbox({samples: 0});
	const folder = await temporaryFolder();
	const home = path.join(folder.path, 'home');
	await mkdir(home);
	await runCommand(['create', '-f', '-'], {
		home,
		env: environmentOf(sandbox),
		input: users.map(user => `${JSON.stringify(body(user))}\n`).join(''),
	});
	const app = await startApp({service: sandbox, size: '100x24', home, ...options});
	await app.waitFor(new RegExp(String.raw` ${users.length}(?: notification|\s*$)`, 'mv'));
	const file = path.join(folder.path, 'alerts.yaml');
	return {
		...app,
		sandbox,
		file,
		folder: folder.path,
		write: async (content: unknown) => writeFile(file, typeof content === 'string' ? content : stringify(content)),
		async [Symbol.asyncDispose]() {
			await app[Symbol.asyncDispose]();
			await sandbox[Symbol.asyncDispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

const inScope = (...notifications: readonly object[]) => ({
	version: 1,
	scope: 'user:=ops or user:=a or user:=b or user:=c',
	notifications,
});

test('a file is planned, pruned and applied by keys, as the command that is shown; u takes it back as one', async () => {
	await using at = await startWith(['ops', 'a', 'b']);
	const before = await recipients(at.sandbox);
	await at.write(inScope(body('ops', {delivery_location: 'new@example.com'}), body('a'), body('c')));
	await at.press(':', pasted('plan a file'), 'Enter');
	await at.waitFor('File or folder:');
	await at.press(pasted(path.join(at.folder, 'al')), 'Tab');
	await at.waitFor('alerts.yaml');
	await at.press('Enter');
	const plan = await at.waitFor('1 to create, 1 to replace, 1 in no file; 1 unchanged.');
	expect(plan).toMatch(/\+ line \d+ +EMAIL +c +c@example\.com +any/v);
	expect(plan).toMatch(/~ 1 +EMAIL +ops +to \[ops→new\]@example\.com/v);
	expect(plan).toContain('▸ 1 in the scope and in no file');
	expect(plan).toMatch(/alerts\.yaml, line \d+/v);

	await at.press('l');
	await at.waitFor(/ 3 +EMAIL +b +b@example\.com/v);
	await at.press('h', 'p');
	await at.waitFor('1 to create, 1 to replace, 1 to delete; 1 unchanged.');
	await at.press('Enter');
	await at.waitFor('1 of 3 would be deleted. m allows 1.');
	await at.press('m', 'Enter');
	const review = await at.waitFor('Type 3, then enter');
	expect(review).toContain('Apply these 3 changes on');
	expect(review).toContain('u in the list undoes all of it.');
	expect(review).toMatch(/chainbell --base-url \S+ apply \S+alerts\.yaml --prune\s+--max-deletes 1/v);
	await at.press('3');
	await at.waitFor('then enter: 3');
	await at.press('Enter');
	await at.waitFor('✓ Changed 3 notifications on');
	expect(await recipients(at.sandbox)).toStrictEqual(['a@example.com', 'c@example.com', 'new@example.com']);

	await at.press('u');
	await at.waitFor('Undo: reverse 3 changes');
	await at.press('3', 'Enter');
	await at.waitFor(/✓ Undone. Changed 3 notifications on [^.]*\.(?! Press)/v);
	expect(await recipients(at.sandbox)).toStrictEqual(before);

	// The file planned last is offered first.
	await at.press('F');
	expect(await at.waitFor('Planned here before:')).toContain('alerts.yaml');
});

test.skipIf(process.platform === 'win32')(
	'what is no file of notifications is refused in one line, and control characters stay harmless',
	async () => {
		await using at = await startWith(['ops']);
		const big = path.join(at.folder, 'big.yaml');
		await writeFile(big, '');
		await truncate(big, 25_000_000);
		execFileSync('mkfifo', [path.join(at.folder, 'fifo.yaml')]);
		await mkdir(path.join(at.folder, 'empty'));
		const hostile = path.join(at.folder, 'x\u{1B}]0;title\u{7}\nz.yaml');
		await writeFile(
			hostile,
			stringify(inScope({...body('ops', {notification_name: 'a\u{1B}[31mred'}), 'delivery\u{1B}[2J': 'x'})),
		);
		await at.press('F');
		for (const [name, problem] of [
			['big.yaml', 'it is larger than 20 MB'],
			['fifo.yaml', 'it is a FIFO'],
			['empty', 'has no file that ends with'],
			['none.yaml', 'there is no such file'],
		] as const) {
			await at.press('C-u', pasted(path.join(at.folder, name)), 'Enter');
			await at.waitFor(problem);
		}

		await at.press('C-u', pasted(path.join(at.folder, 'x')), 'Tab');
		await at.waitFor('z.yaml');
		await at.press('Enter');
		const frame = await at.waitFor(/1 to replace|mistake/v);
		expect(frame).not.toMatch(/[\u{7}\u{1B}](?!\[[\d;]*m)/v);
	},
);
