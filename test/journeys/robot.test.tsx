import {cp} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {startSandbox, type Sandbox} from '../../source/sandbox/server.ts';
import type {Clock} from '../../source/platform/clock.ts';
import {bindings, scopes, type Scope} from '../../source/tui/keys/bindings.ts';
import {startApp, stillClock, temporaryFolder} from '../helpers/app.tsx';
import {createHandClock} from '../helpers/hand-clock.ts';
import type {Screen} from '../helpers/screen.tsx';

/** How each screen is opened from the list, and the title in its header. */
const ways = [
	{title: 'delete', keys: ['d']},
	{title: 'delete', keys: [' ', 'Down', ' ', 'd']},
	{title: 'new', keys: ['n']},
	{title: 'chainbell', keys: []},
	{title: 'chainbell', keys: ['b', 'c']},
	{title: 'Treasury: large transfers', keys: ['Enter']},
	{title: 'edit notification 1', keys: ['e']},
	{title: 'try filters', keys: ['e', 'C-t']},
	{title: 'review', keys: ['c', 'C-s']},
	{title: 'activity', keys: ['H']},
	{title: 'change', keys: ['H', 'Enter']},
	{title: 'undo', keys: ['u']},
	{title: 'duplicates', keys: ['D']},
	{title: 'requests', keys: ['R']},
	{title: 'request', keys: ['R', 'Enter']},
	{title: 'copy', keys: ['y']},
	{title: 'palette', keys: [':']},
	{title: 'help', keys: ['?']},
	{title: 'API key', keys: ['K']},
] as const;

/** On each screen: ROBOT_KEYS of them together; in the check, few. */
const count = Math.ceil(Number(process.env.ROBOT_KEYS ?? 200) / ways.length);

const codes: Readonly<Record<string, string>> = {
	enter: 'Enter',
	esc: 'Escape',
	tab: 'Tab',
	'shift+tab': 'BackTab',
	up: 'Up',
	down: 'Down',
	left: 'Left',
	right: 'Right',
	home: 'Home',
	end: 'End',
	pgup: 'PageUp',
	pgdn: 'PageDown',
	delete: 'Delete',
	space: ' ',
	'alt+up': '\u{1B}[1;3A',
	'alt+down': '\u{1B}[1;3B',
	'ctrl+/': '\u{1F}',
	'ctrl+_': '\u{1F}',
};

const codeOf = (key: string): string => codes[key] ?? key.replace(/^ctrl\+/v, 'C-').replace(/^alt\+/v, 'M-');

/** End or stop the process of the test. */
const leaving = new Set(['ctrl+c', 'ctrl+z']);

const keysOf = (scope: Scope): string[] =>
	bindings.filter(binding => binding.scope === scope).flatMap(({keys}) => [...keys]);

const everyKey = [...new Set(Object.keys(scopes).flatMap(scope => keysOf(scope as Scope))).difference(leaving)];

/** The screen on top, by its header. */
const titleOf = (app: Screen): string =>
	/^ chainbell · (palette|help)\b/v.exec(app.frame())?.[1] ?? /^ (.+?) · /v.exec(app.frame())?.[1] ?? '';

/** The scopes of the screen with a title: several, where it has modes. */
function scopesOf(title: string): Scope[] {
	if (title === 'chainbell') {
		return ['list', 'search', 'sort', 'group'];
	}

	if (/^(?:edit|new|clone|recreate)\b/v.test(title)) {
		return ['form', 'picker'];
	}

	const screen = title
		.replace(/^bulk change /v, 'change ')
		.replace(/^(?<name>change|request|delete) \S+$/v, '$<name>')
		.replace(/^\d+$/v, 'notification');
	return (Object.keys(scopes) as Scope[]).filter(scope => scopes[scope].title === screen);
}

/** The keys that would answer a question of a screen with yes, or leave the program. Of a screen that is not known, those of all screens. */
function excludedKeys(title: string): Set<string> {
	const known = new Set<string>(scopesOf(title));
	const answers = bindings.filter(
		binding =>
			(known.size === 0 || known.has(binding.scope)) &&
			('confirms' in binding || (binding.scope === 'review' && binding.action === 'send')),
	);
	return new Set([...answers.flatMap(({keys}) => [...keys] as string[]), ...(known.has('list') ? ['q'] : [])]);
}

/** Numbers from 0 to 1 that are the same in every run (Park and Miller's generator). */
function randomNumbers(seed: number): () => number {
	let state = seed + 1;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}

let sandbox: Sandbox;
/** Holds a home with a history and two drafts. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** What the sandbox was sent, besides listings. */
let writes: string[] = [];

beforeAll(async () => {
	folder = await temporaryFolder();
	sandbox = await startSandbox({
		file: path.join(folder.path, 'sandbox-of-the-robot.sqlite'),
		samples: 12,
		async onRequest(stage, kind) {
			if (stage === 'before' && kind !== 'list') {
				writes.push(kind);
			}
		},
	});
	await using app = await open(path.join(folder.path, 'home'), stillClock);
	await app.press('c', 'C-s');
	await app.waitFor('create anyway');
	await app.press('y');
	await app.waitFor('Created 13');
	for (const user of ['user of a draft', 'user of another']) {
		await app.press('n');
		await app.waitFor(' new notification · ');
		await app.press(user, 'Escape');
		await app.waitFor('raft kept');
	}

	expect(writes).toEqual(['create']);
});

beforeEach(() => {
	writes = [];
});

afterAll(async () => {
	await sandbox.close();
	await folder[Symbol.asyncDispose]();
});

/** With a clock that stands, so that watching waits. */
async function open(home: string, clock: Clock = createHandClock()): Promise<Screen> {
	const app = await startApp({service: sandbox, home, clock});
	await app.waitFor(/1[23] notifications · listed/v);
	return app;
}

/** A copy of that home: a draft that one order of keys saves must not change which screens another order opens. */
async function copyOfHome(title: string, seed: number): Promise<string> {
	const home = path.join(folder.path, `${seed} ${title}`);
	await cp(path.join(folder.path, 'home'), home, {recursive: true});
	return home;
}

/** Presses esc until the list is shown. */
async function returnToList(app: Screen): Promise<void> {
	for (let presses = 0; titleOf(app) !== 'chainbell' && presses < 30; presses++) {
		await app.press('Escape');
		await app.waitFor(/\S/v);
	}
}

/** After how many keys on other screens the robot opens its own again. */
const longestAway = 5;

/** Whether enter would end the program by the palette. */
const wouldLeave = (app: Screen, key: string): boolean =>
	key === 'enter' && /^▌ .*(?:quit|suspend)/mv.test(app.frame());

test.each(ways.map((way, seed) => ({...way, seed})))(
	`${count} random keys crash nothing and send nothing: $title $keys`,
	async ({title, keys, seed}) => {
		await using app = await open(await copyOfHome(title, seed));
		const random = randomNumbers(seed);
		const oneOf = (all: readonly string[]) => all[Math.floor(random() * all.length)]!;
		await app.press(...keys);
		await app.waitFor(new RegExp(String.raw`^ (?:chainbell · )?${title}\b`, 'v'));

		const pressed: string[] = [];
		const home = titleOf(app);
		let away = 0;
		while (pressed.length < count) {
			const own = scopesOf(titleOf(app)).flatMap(scope => keysOf(scope));
			const excluded = excludedKeys(titleOf(app));
			const key = oneOf(random() < 0.5 && own.length > 0 ? own : everyKey);
			if (excluded.has(key) || wouldLeave(app, key)) {
				continue;
			}

			pressed.push(key);
			await app.press(codeOf(key));
			// Nothing is drawn while an editor runs, and until the screen is drawn again after it.
			await app.waitFor(/\S/v);
			const after = `after ${pressed.join(' ')}\n${app.frame()}`;
			expect(titleOf(app), after).not.toBe('');
			expect(app.frame().split('\n').length, after).toBeLessThanOrEqual(24);
			expect(app.frame(), after).not.toMatch(/^ *ERROR /mv);
			expect(writes, after).toEqual([]);
			away = titleOf(app) === home ? 0 : away + 1;
			if (away < longestAway) {
				continue;
			}

			away = 0;
			await returnToList(app);
			expect(titleOf(app), after).toBe('chainbell');
			await app.press(...keys);
		}

		// It still answers keys: the list is reached.
		await returnToList(app);
		expect(titleOf(app), `after ${pressed.join(' ')}`).toBe('chainbell');
		expect(writes).toEqual([]);
	},
);
