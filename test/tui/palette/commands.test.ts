import {expect, test} from 'vitest';
import {bindings, scopes, type Guard, type Scope} from '../../../source/tui/keys/bindings.ts';
import {narrow, paletteCommands} from '../../../source/tui/palette/commands.ts';
import {allHold} from '../../helpers/all-guards.ts';

test.each(Object.keys(scopes) as Scope[])('%s: every action of its rows and of the common ones is there once, with its keys', scope => {
	const commands = paletteCommands(scope, allHold, []);
	const rows = bindings.filter(row => row.scope === scope && row.action !== 'palette');
	for (const {keys, action} of rows) {
		expect(commands.filter(({id}) => id === `action ${action}`)).toMatchObject([{keys}]);
	}

	const ids = commands.map(({id}) => id);
	expect(ids).toEqual([...new Set(ids)]);
	expect(ids).toContain('action exit');
});

test('what cannot be done has its reason, and what confirms is left to its own key', () => {
	const reasonOf = (scope: Scope, action: string, guards: Partial<Record<Guard, boolean>>) => paletteCommands(scope, guards, []).find(({id}) => id === `action ${action}`)!.reason;
	expect(reasonOf('list', 'new', {...allHold, isWritable: false})).toBe('This profile is read-only.');
	expect(reasonOf('list', 'new', allHold)).toBeUndefined();
	expect(reasonOf('delete', 'confirm', allHold)).toBe('Only the key y itself confirms.');
});

test('the list has its views, orders, groupings and profiles; other screens have not', () => {
	const views = [{name: 'Mine\u{1B}[31m', query: 'user:1', sort: {field: 'name', isDescending: true} as const}];
	const commands = paletteCommands('list', allHold, views);
	expect(commands.find(({id}) => id === 'view 0')).toMatchObject({chosen: {kind: 'arrange', view: {query: 'user:1', sort: {field: 'name', isDescending: true}, group: undefined}}});
	expect(commands.find(({id}) => id === 'view 0')!.label).not.toContain('\u{1B}');
	expect(commands.map(({label}) => label)).toEqual(expect.arrayContaining(['save this search as a view', 'sort by id', 'sort by id, descending', 'group by user']));
	const production = paletteCommands('list', allHold, views, ['production\u{7}']).find(({id}) => id.startsWith('profile '));
	expect(production).toMatchObject({chosen: {kind: 'open-profile', name: 'production\u{7}'}});
	expect(production!.label).toMatch(/^switch to profile production/v);
	expect(production!.label).not.toContain('\u{7}');
	expect(paletteCommands('detail', allHold, views, ['production']).filter(({id}) => /^(?:view|sort|group|save|profile)/v.test(id))).toEqual([]);
});

test('typing narrows to what has all words, what begins with them first', () => {
	const commands = paletteCommands('list', allHold, []);
	const labels = (text: string) => narrow(commands, text).map(({label}) => label);
	expect(labels('')).toHaveLength(commands.length);
	expect(labels('SORT')[0]).toBe('sort');
	expect(labels('desc name')).toEqual(['sort by name, descending']);
	expect(labels('ctrl+z')).toEqual(['suspend']);
	expect(labels('no such thing')).toEqual([]);
});
