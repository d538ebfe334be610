import {Text} from 'ink';
import {useState} from 'react';
import {expect, expectTypeOf, test} from 'vitest';
import type {Command} from '../source/cli/command.ts';
import {faultNames, faultTable, type FaultName, type FaultRule} from '../source/sandbox/faults.ts';
import {detailKeys} from '../source/tui/detail/detail-keys.ts';
import type {Scope} from '../source/tui/keys/bindings.ts';
import type {KeyScopes} from '../source/tui/keys/key-row.ts';
import type {Actions} from '../source/tui/keys/scope-keys.ts';

/*
"Where do I add …" of docs/architecture.md: rows that do not exist, added as a contributor adds real ones. Some tables are read when the other modules load, so their rows come first and the imports of the app below them. Fields and channels: test/domain/registries.test.tsx.
*/

const notesKeys: KeyScopes = {
	notes: {
		title: 'my notes',
		rows: [
			{
				action: 'count',
				keys: ['x'],
				label: 'count one more',
				hint: 'count',
				guards: {hasRoom: 'There is no room for more.'},
			},
			{action: 'shout', keys: ['X'], label: 'count ten more'},
		],
	},
};
const notes = 'notes' as Scope;
Object.assign(detailKeys, notesKeys);

const fault = 'create-tagged' as FaultName;
Object.assign(faultTable, {
	[fault]: {
		on: 'create',
		when: 'within',
		value: {name: 'N', default: 2},
		description: 'create it with N tags',
	} satisfies FaultRule,
});
(faultNames as FaultName[]).push(fault);

const {startApp} = await import('./helpers/app.tsx');
const {modelledFaults} = await import('./operations/property-faults.ts');
const {commandsPage} = await import('../media/commands-page.ts');
const {keysTable} = await import('../media/keys-table.ts');
const {commands} = await import('../source/cli/commands.ts');
const {defineCommand} = await import('../source/cli/command.ts');
const {exitCodesOf} = await import('../source/cli/exit-codes.ts');
const {helpText} = await import('../source/cli/help-text.ts');
const {parseCommandLine} = await import('../source/cli/parse-command-line.ts');
const {faultHelp, readFaults} = await import('../source/sandbox/faults.ts');
const {useKeys} = await import('../source/tui/keys/use-keys.ts');
const {screens} = await import('../source/tui/screens.tsx');
const {Frame} = await import('../source/tui/shared/frame.tsx');
const {PlainHeader} = await import('../source/tui/shared/header.tsx');

/** A screen with a handler for each key of its scope. */
function NotesScreen() {
	const [count, setCount] = useState(0);
	const actions = {
		count() {
			setCount(value => value + 1);
		},
		shout() {
			setCount(value => value + 10);
		},
	};
	const keys = useKeys(notes, {actions, guards: {hasRoom: count < 11}} as never);
	return (
		<Frame keys={keys} header={<PlainHeader />}>
			<Text>Counted {count}</Text>
		</Frame>
	);
}

test('a row in the table of screens, with its scope and keys, is a screen with title, keys, guards, hints and help', async () => {
	// In place of the detail screen, so that a handler pushes its route.
	Object.assign(screens, {detail: {load: async () => ({NotesScreen}), component: 'NotesScreen', scope: notes}});
	await using app = await startApp({size: '80x24'});
	await app.waitFor('12 notifications');
	await app.press('Enter');
	expect(await app.waitFor('Counted 0')).toContain('my notes');
	expect(app.frame()).toContain('x count');
	expect(app.frame()).not.toContain('count ten more');
	await app.press('x', 'X');
	await app.waitFor('Counted 11');
	await app.press('x');
	await app.waitFor('There is no room for more.');
	await app.press('?');
	expect(await app.waitFor('count one more')).toMatch(/My notes\n +x +count one more\n +X +count ten more/v);
});

test('a row of keys is in the key table of docs/keys.md, and asks for a handler', () => {
	expect(keysTable()).toContain('| my notes | `x` count one more · `X` count ten more |');
	expectTypeOf<object>().not.toExtend<Actions<'detail'>>();
});

test('a row in the table of commands is parsed, in the help, suggested and in docs/commands.md', async () => {
	const ping = defineCommand({
		name: 'ping',
		summary: 'say whether it answers',
		options: {loud: {type: 'boolean', summary: 'say it twice'}},
		examples: [],
		asks: false,
		exitCodes: exitCodesOf([0]),
		run: async () => 0,
	});
	(commands as Command[]).push(ping);
	expect(await parseCommandLine(['ping', '--loud'], commands)).toMatchObject({
		action: 'run',
		command: ping,
		input: {options: {loud: true}},
	});
	await expect(parseCommandLine(['pign'], commands)).rejects.toThrow('Did you mean ping?');
	expect(await helpText(commands[0]!, commands)).toMatch(/ping +say whether it answers/v);
	expect(await helpText(ping, commands)).toMatch(/--loud +say it twice/v);
	const page = await commandsPage();
	expect(page).toContain('chainbell ping');
	expect(page).toContain('--loud');
});

test('a row in the table of faults is taken by --fault, in its help and in the property tests', () => {
	expect(readFaults(['create-tagged=3:1'])).toMatchObject({faults: [{name: 'create-tagged', value: 3, count: 1}]});
	expect(faultHelp()).toMatch(/create-tagged.*create it with N tags/v);
	expect(modelledFaults).toContain('create-tagged');
});
