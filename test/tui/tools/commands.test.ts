import {expect, test} from 'vitest';
import {bindings, scopes, type Guard, type Scope} from '../../../source/tui/keys/bindings.ts';
import {narrow, paletteCommands} from '../../../source/tui/tools/palette.tsx';
import {allHold} from '../../helpers/all-guards.ts';

const list = {scope: 'list', guards: allHold} as const;

test.each(Object.keys(scopes) as Scope[])(
	'%s: every action of its rows and of the common ones is there once, with its keys',
	scope => {
		const commands = paletteCommands({scope, guards: allHold});
		const rows = bindings.filter(row => row.scope === scope && row.action !== 'palette');
		for (const {keys, action} of rows) {
			expect(commands.filter(({id}) => id === `action ${action}`)).toMatchObject([{keys}]);
		}

		const ids = commands.map(({id}) => id);
		expect(ids).toEqual([...new Set(ids)]);
		expect(ids).toContain('action exit');
	},
);

test('what cannot be done has its reason, and what confirms is left to its own key', () => {
	const reasonOf = (scope: Scope, action: string, guards: Partial<Record<Guard, boolean>>) =>
		paletteCommands({scope, guards}).find(({id}) => id === `action ${action}`)!.reason;
	expect(reasonOf('list', 'new', {...allHold, isWritable: false})).toBe('This profile is read-only.');
	expect(reasonOf('list', 'new', allHold)).toBeUndefined();
	expect(reasonOf('question', 'confirm', allHold)).toBe('Only the key y itself confirms.');
});

test('the list has its views, orders, groupings and profiles; other screens have not', () => {
	const views = [{name: 'Mine\u{1B}[31m', query: 'user:1', sort: {field: 'name', isDescending: true} as const}];
	const commands = paletteCommands({...list, views});
	expect(commands.find(({id}) => id === 'view 0')).toMatchObject({
		chosen: {kind: 'arrange', view: {query: 'user:1', sort: {field: 'name', isDescending: true}, group: undefined}},
	});
	expect(commands.find(({id}) => id === 'view 0')!.label).not.toContain('\u{1B}');
	expect(commands.map(({label}) => label)).toEqual(
		expect.arrayContaining(['Save search as a view', 'Sort by id', 'Group by user']),
	);
	const production = paletteCommands({...list, views, profiles: ['production\u{7}']}).find(({id}) =>
		id.startsWith('profile '),
	);
	expect(production).toMatchObject({chosen: {kind: 'open-profile', name: 'production\u{7}'}});
	expect(production!.label).toMatch(/^Switch to profile production/v);
	expect(production!.label).not.toContain('\u{7}');
	expect(
		paletteCommands({scope: 'detail', guards: allHold, views, profiles: ['production']}).filter(({id}) =>
			/^(?:view|sort|group|save|profile)/v.test(id),
		),
	).toEqual([]);
});

test('typing narrows to what has all words, what begins with them first', () => {
	const commands = paletteCommands(list);
	const labels = (text: string) => narrow(commands, text).map(({label}) => label);
	expect(labels('')).toHaveLength(commands.length);
	expect(labels('SORT')[0]).toBe('Sort by a column');
	expect(labels('by name sort')).toEqual(['Sort by name']);
	expect(labels('ctrl+z')).toEqual(['Suspend']);
	expect(labels('no such thing')).toEqual([]);
});

test.each([
	['switch', 'Switch profile'],
	['draft', 'Continue unsent draft'],
	['drafts', 'Continue unsent draft'],
	['env', 'Switch profile'],
	['theme', 'Use the theme of the terminal'],
	['export', 'Copy ID, JSON, curl …'],
	['bulk edit', 'Edit'],
	['bulk delete', 'Delete'],
	['token', 'Change the API key'],
	['open', 'Open notification'],
	['exit', 'Quit'],
	['delete', 'Delete'],
	['edit', 'Edit'],
	['acknowledge', 'Acknowledge warning'],
])('"%s" finds "%s" first', (text, label) => {
	expect(narrow(paletteCommands({...list, hasSettings: true}), text)[0]?.label).toBe(label);
});

test('every command has a name of a few words that begins with a capital, and its key or keys', () => {
	for (const scope of Object.keys(scopes) as Scope[]) {
		for (const {label} of paletteCommands({scope, guards: allHold})) {
			expect(label).toMatch(/^[A-Z].{1,49}$/v);
		}
	}

	const keysOf = (label: string) => paletteCommands(list).find(command => command.label === label)!.keys;
	expect(keysOf('Group by user')).toEqual(['b u']);
	expect(keysOf('Sort in the order of the service')).toEqual(['s -']);
	expect(keysOf('Delete')).toEqual(['d', 'delete']);
});
