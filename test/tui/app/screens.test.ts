import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, expectTypeOf, test} from 'vitest';
import type {ListedRecord} from '../../../source/notification/notification.ts';
import {bindingsOf} from '../../../source/tui/keys/match.ts';
import {screens, type Route} from '../../../source/tui/app/screens.tsx';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import type {Session} from '../../../source/account/session.ts';
import type {NavigationAction} from '../../../source/tui/ui/navigation.ts';
import {createStart} from '../../../source/tui/app/session-start.ts';
import {awaited, input, openNew} from '../../ledger/ledgers.ts';
import {writeFile} from 'node:fs/promises';

test('a route has the name of its screen and the props of its component', () => {
	expectTypeOf<Extract<Route, {name: 'detail'}>>().toExtend<{readonly name: 'detail'; readonly record: ListedRecord}>();
	expectTypeOf<{name: 'change'; set: number; begin: 'finish'}>().toExtend<Route>();
	expectTypeOf<{name: 'change'}>().not.toExtend<Route>();
	expectTypeOf<{name: 'nowhere'}>().not.toExtend<Route>();
});

test.each(Object.entries(screens))('the keys of the screen %s are in the table of bindings', (_name, [, , scope]) => {
	expect(bindingsOf(scope)).not.toEqual([]);
});

/** All files that a file imports, with what they import, without dynamic imports. */
function staticImports(file: string, found = new Set<string>()): ReadonlySet<string> {
	for (const [, imported] of readFileSync(file, 'utf8').matchAll(
		/^(?:import|export) (?!type\b)[^;]*? from '(\..+)';$/gmv,
	)) {
		const target = path.join(path.dirname(file), imported!);
		if (found.has(target)) {
			continue;
		}

		found.add(target);
		staticImports(target, found);
	}

	return found;
}

test('the start imports the screens that it can show, and no other', () => {
	const files = [...staticImports(path.resolve('source/tui/app/run.tsx'))].map(file =>
		path.relative(path.resolve('source/tui'), file),
	);
	const views = files.filter(file => /^(?:accounts|changes|files|form|list|tools)\/.*\.tsx$/v.test(file));
	expect(views.toSorted()).toEqual(['accounts/connect.tsx', 'list/list-screen.tsx', 'list/preview.tsx']);
});

test('the keys of all screens are imported without any of their code', () => {
	const files = [...staticImports(path.resolve('source/tui/keys/bindings.ts'))].map(file =>
		path.relative('source', file),
	);
	expect(files.filter(file => file.startsWith('tui/') && !/\/(?!use-)[\w\-]+-keys\.ts$/v.test(file))).toEqual([]);
});

// Each test file imports the screens anew.
test('keys typed while a screen is imported are its keys, and the screen before it stays until then', async () => {
	await using app = await startApp();
	await app.waitFor('listed just now');
	const before = app.frames.length;
	await app.send('\rJ');
	await app.waitFor('"delivery_location"');
	expect(app.frame()).toMatch(/^ Treasury: large transfers, raw · /v);
	for (const frame of app.frames.slice(before)) {
		expect(frame).toMatch(/chainbell · .*listed just now|^ Treasury: large transfers(?:, raw)? · /v);
	}
});

const settings = {
	get: () => ({settings: {}, problems: []}),
	subscribe: () => () => undefined,
	save: async () => undefined,
};

/** What the start of an account says. */
function toldFor(profileKey: string, ...drafts: readonly string[]): NavigationAction[] {
	const ledger = openNew(() => 0);
	for (const profile of drafts) {
		ledger.drafts.save(profile, {draft: input, purpose: 'create'});
	}

	const actions: NavigationAction[] = [];
	const start = createStart({settings} as never, action => {
		actions.push(action);
	});
	const session = {profileKey, pending: {update: () => undefined}} as unknown as Session;
	const opened = {ledger: awaited(ledger), notice: undefined} as never;
	start.tellLedger(opened, session);
	// Once an account.
	start.tellLedger(opened, session);
	return actions;
}

test.each([
	['none', [], []],
	['its own', ['https://a/ alpha'], ['1 unsent draft. n, then alt+d, continues it.']],
	['several', ['https://a/ alpha', 'https://a/ alpha'], ['2 unsent drafts. n, then alt+d, continues one.']],
	['of another profile', ['https://b/ beta'], ['An unsent draft waits in profile beta: P opens it.']],
	['of the sandbox', ['sandbox: 7e83b8e40cf8f559'], []],
	[
		'of both',
		['https://a/ alpha', 'https://b/ beta', 'https://c/ gamma k'],
		['1 unsent draft. n, then alt+d, continues it. An unsent draft waits in profile beta, gamma: P opens it.'],
	],
])('the start of an account tells its drafts, and those that wait in other profiles: %s', (_name, drafts, texts) => {
	const notices = toldFor('https://a/ alpha', ...drafts).map(action => action.type === 'notice' && action.notice?.text);
	expect(notices).toEqual(texts);
});

/** A ledger file that cannot be created. */
async function unwritable() {
	const folder = await temporaryFolder();
	const file = path.join(folder.path, 'file');
	await writeFile(file, '');
	return {...folder, ledgerFile: path.join(file, 'ledger.sqlite')};
}

test.each(['80x24', '40x12'])(
	'a ledger that cannot be written is said on every screen until it is acknowledged, at %s',
	async size => {
		await using home = await unwritable();
		await using app = await startApp({ledgerFile: home.ledgerFile, size});
		const waitForWarning = async () => app.waitFor(/! Nothing\s+can\s+be\s+changed:\s+the\s+ledger/v);
		await waitForWarning();
		await app.waitFor('12 notifications');
		// It outlives notices and other screens.
		await app.press('j', 'u');
		await app.waitFor(/Read-only:\s+the\s+ledger/v);
		await waitForWarning();
		await app.press('Enter');
		await app.waitFor('J raw JSON');
		await waitForWarning();
		await app.press('C-q');
		await app.waitUntilGone(/Nothing\s+can\s+be\s+changed:/v);
		await app.press('Escape');
		await app.waitFor('12 notifications');
	},
);

const nothingNew = 'Nothing new is sent until it is corrected; undo and pending changes still work.';

test.each([
	['protect: "usr:ops"', 'config.yaml line 1: protect: Unknown field "usr:". Did you mean user:?', nothingNew],
	['labels: [a]', 'config.yaml line 1: labels must be addresses with their names, or a CSV file.', nothingNew],
	['theme: x', 'config.yaml line 1: theme must be auto, dark, light or mono.', 'The default is used instead.'],
	['profiles:\n  a: [', 'Read-only: config.yaml cannot be used:', 'Correct it first, then start again.'],
])('the start says once what is wrong with %j, and what follows from it', async (config, problem, effect) => {
	await using home = await temporaryFolder();
	await writeFile(path.join(home.path, 'config.yaml'), config, {mode: 0o600});
	await using app = await startApp({home: home.path, size: '200x30'});
	await app.waitFor('12 notifications');
	const frame = await app.waitFor(effect);
	expect(frame.split(problem)).toHaveLength(2);
	expect(frame.match(/Nothing new is sent|The default is used|then start again/gv)).toHaveLength(1);
});
