import {afterAll, beforeAll, expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {account, body, lines} from '../helpers/command-account.ts';
import {pasted} from '../helpers/screen.tsx';

// As a service may list them: composed, decomposed, Turkish, German, Greek with its final sigma, a ligature, full width.
const names = {
	composed: 'Zo\u{EB} Caf\u{E9}'.normalize('NFC'),
	decomposed: 'Rene\u{301} Caf\u{E9}'.normalize('NFD'),
	dotted: '\u{130}stanbul',
	dotless: 'D\u{131}yarbak\u{131}r',
	sharp: 'Stra\u{DF}e',
	greek: '\u{39F}\u{394}\u{39F}\u{3A3}',
	ligature: 'o\u{FB03}ce',
	korean: '\u{D55C}\u{AD6D}'.normalize('NFD'),
	ascii: 'Treasury K',
} as const;

type Name = keyof typeof names;

/** What is typed, and what it finds. */
const searches: ReadonlyArray<readonly [typed: string, found: readonly Name[]]> = [
	['caf\u{E9}', ['composed', 'decomposed']],
	['cafe\u{301}', ['composed', 'decomposed']],
	['CAF\u{C9}', ['composed', 'decomposed']],
	['istanbul', ['dotted']],
	['\u{130}STANBUL', ['dotted']],
	['ISTANBUL', ['dotted']],
	['diyarbakir', ['dotless']],
	['D\u{131}YARBAKIR', ['dotless']],
	['strasse', ['sharp']],
	['STRA\u{1E9E}E', ['sharp']],
	['\u{3BF}\u{3B4}\u{3BF}\u{3C2}', ['greek']],
	['\u{3BF}\u{3B4}\u{3BF}\u{3C3}', ['greek']],
	['office', ['ligature']],
	['\u{D55C}\u{AD6D}', ['korean']],
	['treasury \u{212A}', ['ascii']],
	['TREASURY', ['ascii']],
	['cafe', []],
];

let at: Awaited<ReturnType<typeof account>>;

beforeAll(async () => {
	at = await account();
	const created = await at.run(['create', '-f', '-'], {
		input: lines(...Object.entries(names).map(([key, name]) => body(`u-${key}`, {notification_name: name}))),
	});
	expect(created).toMatchObject({exitCode: 0});
});

afterAll(async () => {
	await at[Symbol.asyncDispose]();
});

test('a search finds a name in either Unicode form and in any case, also those of Turkish, German and Greek', async () => {
	for (const [typed, found] of searches) {
		const {lines: listed} = await at.run(['list', typed, '-o', 'tsv', '--columns', 'user']);
		expect(listed, typed).toEqual(found.map(key => `u-${key}`));
		const named = await at.run(['list', `name:"${typed}"`, '-o', 'tsv', '--columns', 'user']);
		expect(named.lines, typed).toEqual(found.map(key => `u-${key}`));
	}

	expect(await at.run(['list', `name:=${names.dotted.toLowerCase()}`, '-o', 'tsv', '--columns', 'user'])).toMatchObject(
		{lines: ['u-dotted']},
	);
});

test('a query that chooses what is changed finds the same, and so does the history', async () => {
	expect(await at.run(['edit', '--query', 'name:=istanbul', '--set', 'to=new@example.com', '--yes'])).toMatchObject({
		exitCode: 0,
	});
	expect(await at.values('to')).toContain('new@example.com');
	for (const [typed, found] of searches) {
		const {stdout} = await at.run(['history', '--search', typed]);
		expect(
			Object.entries(names).flatMap(([key, name]) => (stdout.includes(name) ? [key] : [])),
			typed,
		).toEqual(found);
	}
});

test('on the screens the search finds them, and marks what it found', async () => {
	await using app = await startApp({service: at.sandbox, size: '120x30'});
	await app.waitFor(/ 9(?: notifications|\s*$)/mv);
	await app.press('/', pasted('strasse'));
	await app.waitFor(/ 1 of 9/v);
	expect(app.frame()).toContain(names.sharp);
	await app.press('Escape', '/', pasted('istanbul'));
	await app.waitFor(names.dotted);
	await app.waitFor(/ 1 of 9/v);
});
