import {readFile, glob} from 'node:fs/promises';
import path from 'node:path';
import {expect, test, expectTypeOf} from 'vitest';
import {fittingHints, refusalOf, type Guards} from '../../../source/tui/keys/match.ts';
import {rowGuards} from '../../../source/tui/list/first-page.ts';
import {notificationWith} from '../../helpers/notifications.ts';
import type {ActionOf, CommonAction, GuardOf} from '../../../source/tui/keys/bindings.ts';
import type {Actions, Keys} from '../../../source/tui/keys/use-keys.ts';

const source = path.join(import.meta.dirname, '../../../source');

/** A default key in a sentence: after "press", before a colon, in parentheses, or with what it does. Keys of text fields cannot be changed. */
const named =
	/\b[Pp]ress (?:[^\s$<=\{\}]|esc|enter|(?:ctrl|alt)\+[a-z])(?![\w\}])|(?:\besc|\b(?:ctrl|alt)\+(?!j\b)[a-z]|[\s'\(`][!A-Za-z])(?:: | to )(?:cancel|stop|clear|continue|retry|skip|undo|redo|finish|discard|unfold|fold|look|roll|open|resume|delete|use|send)\b|\w \((?:[!A-Za-z]|esc|enter|ctrl\+[a-z])\)/v;

const isSentence = (line: string) => !/^\s*(?:\/?\*|\/\/)/v.test(line);

async function sentencesIn(folders: string, isSearched: (file: string) => boolean, pattern: RegExp): Promise<string[]> {
	const found: string[] = [];
	for await (const file of glob(folders, {cwd: source})) {
		const text = isSearched(file) ? await readFile(path.join(source, file), 'utf8') : '';
		found.push(
			...text
				.split('\n')
				.filter(line => isSentence(line) && pattern.test(line))
				.map(line => `${file}: ${line.trim()}`),
		);
	}

	return found;
}

test('no sentence of a screen names a default key, because config.yaml can change it', async () => {
	const rows = path.join('tui', 'keys', 'rows');
	expect(await sentencesIn('tui/**/*.{ts,tsx}', file => !file.startsWith(rows), named)).toEqual([]);
});

test('nothing below the screens names a key: commands show its sentences, too', async () => {
	const screens = `tui${path.sep}`;
	expect(
		await sentencesIn(
			'**/*.ts',
			file => !file.startsWith(screens),
			/\b[Pp]ress (?!ctrl-c again)|\b[Ww]ith [!A-Zb-z] /v,
		),
	).toEqual([]);
});

test.each([
	'Press y to delete, esc to cancel.',
	'… esc: cancel',
	'Paused. f: continue',
	'or ctrl+r to use it anyway',
	'Press ! to continue.',
	'Pending (!). It is',
	'Undo (u) can',
])('%s would be found', text => {
	expect(named.test(`'${text}'`)).toBe(true);
});

test.each([
	[true, 'faint'],
	[false, 'key'],
] as const)('while the number is not typed, the key that confirms is faint: %s, %s', (isAnswerMissing, role) => {
	const hints = fittingHints('bulk', {isWritable: true}, 80, {isAnswerMissing});
	expect(hints).toContainEqual({key: 'enter', hint: 'confirm', role});
	expect(hints).toContainEqual({key: 'esc', hint: 'cancel', role: 'key'});
});

test('a key that answers is red only where something is deleted or replaced', () => {
	const roleOf = (isHarmless: boolean) =>
		fittingHints('question', {isIdle: true, isAwaitingConfirmation: true, isWritable: true}, 80, {isHarmless}).find(
			({key}) => key === 'y',
		)?.role;
	expect([roleOf(false), roleOf(true)]).toStrictEqual(['danger', 'key']);
});

test('a question that is cut has what is missing in place of the key that answers', () => {
	const cut = {text: 'Read on.', hint: {key: 'down', hint: '2 more lines'}};
	const hints = fittingHints('question', {isIdle: true, isAwaitingConfirmation: true, isWritable: true}, 80, {cut});
	expect(hints.find(({key}) => key === 'y')).toBeUndefined();
	expect(hints).toContainEqual({key: 'down', hint: '2 more lines', role: 'warning'});
});

test('the footer of the list offers what its keys do on the row under the cursor', () => {
	const row = notificationWith({});
	const group = {kind: 'group', field: 'user', value: 'a', members: [0]} as const;
	const hints = (guards: Guards) =>
		fittingHints('list', {isWritable: true, ...guards}, 200).map(({key, hint}) => `${key} ${hint}`);
	expect(hints(rowGuards(row, true))).toEqual(expect.arrayContaining(['enter open', 'd delete', 'e edit']));
	expect(hints(rowGuards(group, false))).toContain('enter fold or unfold');
	const parked = hints({...rowGuards(row, true), isUnparked: false});
	expect(parked).toEqual(expect.arrayContaining(['enter open', 'd delete']));
	expect(parked).not.toContain('e edit');
	const pending = hints({...rowGuards(row, true), isSettled: false});
	expect(pending).toContain('enter open');
	expect(pending.filter(hint => ['d delete', 'e edit'].includes(hint))).toEqual([]);
});

test.each([
	[{isIdle: false, isPending: true, canFinish: true}, 'Wait: this is still running.'],
	[{isIdle: true, isPending: false, canFinish: false}, 'This change has ended.'],
	[
		{isIdle: true, isPending: true, canFinish: false},
		'This item was not sent yet: finish the change to send the rest.',
	],
])('finishing is refused with %j: %s', (guards, reason) => {
	expect(refusalOf('change', 'finish', {isWritable: true, ...guards})).toBe(reason);
	expect(fittingHints('change', {isWritable: true, ...guards}, 200)).not.toContainEqual(
		expect.objectContaining({hint: 'finish'}),
	);
});

// `tsc` checks these; running them checks nothing.

type Handler = () => void;

/** What the scope `bulk-paused` needs: its bindings are finish, stop and back. */
type Paused = {readonly finish: Handler; readonly stop: Handler};

/** What the scope `requests` needs. */
type Requests = Readonly<Record<Exclude<ActionOf<'requests'>, CommonAction>, Handler>>;
type RequestGuards = Readonly<Record<Exclude<GuardOf<'requests'>, 'isWritable'>, boolean>>;

test('a missing handler is a type error', () => {
	expectTypeOf<Omit<Paused, 'stop'>>().not.toExtend<Actions<'bulk-paused'>>();
	expectTypeOf<Omit<Requests, 'open'>>().not.toExtend<Actions<'requests'>>();
});

test('the guards that the bindings of a scope name are demanded', () => {
	expectTypeOf<{readonly actions: Requests; readonly guards: RequestGuards}>().toExtend<Keys<'requests'>>();
	expectTypeOf<{readonly actions: Requests}>().not.toExtend<Keys<'requests'>>();
	expectTypeOf<{readonly actions: Requests; readonly guards: Omit<RequestGuards, 'hasRow'>}>().not.toExtend<
		Keys<'requests'>
	>();
});
