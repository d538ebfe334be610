import {chmodSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {loadLabels} from '../../source/account/labels.ts';
import {createRuleStore} from '../../source/account/settings.ts';
import {checkDraft} from '../../source/notification/check.ts';
import {setField} from '../../source/notification/edit.ts';
import {emptyDraft, readField} from '../../source/notification/fields.ts';
import {addressesOfLabel, labelledPair, labelOfAddress, setLabels} from '../../source/notification/labels.ts';
import {notificationSentence} from '../../source/notification/sentence.ts';
import {suggestAddresses} from '../../source/notification/suggest.ts';
import {createMatcher, searchTextOf} from '../../source/query/match.ts';
import {editArguments} from '../../source/query/commands.ts';
import {checkQuery} from '../../source/query/parse.ts';
import {createScopeMatcher} from '../../source/files/pair.ts';
import {noSources} from '../../source/files/find-files.ts';
import {readFile} from '../../source/files/read-file.ts';
import {notificationWith} from '../helpers/notifications.ts';
import {containing} from '../helpers/texts.ts';
import {queryOf} from '../helpers/query.ts';
import {temporaryDirectory} from '../ledger/ledgers.ts';

const vault = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
// As numbers of YAML the two are equal.
const [weth, bridge] = ['0x4200000000000000000000000000000000000006', '0x4200000000000000000000000000000000000010'];

afterAll(() => {
	setLabels([]);
});

/** Loads config.yaml with other files beside it; the problem. */
async function load(config: string, files: Readonly<Record<string, string>> = {}) {
	const folder = temporaryDirectory();
	for (const [name, text] of Object.entries({...files, 'config.yaml': config})) {
		writeFileSync(path.join(folder, name), text, {mode: 0o600});
	}

	return {folder, problem: await loadLabels(path.join(folder, 'config.yaml'))};
}

test('labels are read from YAML, also without quotes, and from CSV with and without a header', async () => {
	expect(await load(`labels:\n  ${vault}: Vault\n  ${weth}: on Base\n  "${bridge}": on Base\n`)).toMatchObject({
		problem: undefined,
	});
	expect(labelOfAddress(vault.toLowerCase())).toBe('Vault');
	expect(addressesOfLabel('ON base ')).toEqual([weth, bridge]);
	const rows = `${vault},"Smith, ""J"""\r\n\r\n"${weth}";on Base\r\n`;
	for (const csv of [rows, `\u{FEFF}address,name\r\n${rows}`]) {
		expect(await load('labels: l.csv', {'l.csv': csv})).toMatchObject({problem: undefined});
		expect([vault, weth, bridge].map(each => labelOfAddress(each))).toEqual(['Smith, "J"', 'on Base', undefined]);
	}

	await load('preview: on');
	expect(labelOfAddress(vault)).toBeUndefined();
});

test.each([
	[`labels:\n  ${vault}: a\n  ${vault.toLowerCase()}: b`, '', 'config.yaml line 3: labels must not give an address a'],
	['preview: on\nlabels:\n  0x12: a', '', 'config.yaml line 3: labels must have an address: 0x and 40'],
	[`labels:\n  ${vault}: ${weth}`, '', 'config.yaml line 2: labels must name an address by text of at most 40'],
	[`labels:\n  ${vault}: 7`, '', 'config.yaml line 2: labels must name'],
	[`labels:\n  ${vault}: ${'x'.repeat(41)}`, '', 'config.yaml line 2: labels must name'],
	['labels: [a]', '', 'config.yaml line 1: labels must be addresses with their names, or a CSV file'],
	['labels: other.csv', '', 'config.yaml line 1: labels must be a file that can be read: there is no such file'],
	['labels: l.csv', `${vault},a\n${weth},b,c`, 'l.csv line 2: labels must be an address and a name;'],
	['labels: l.csv', `${vault},a\n\nweth,b`, 'l.csv line 3: labels must have an address'],
])(
	'a mistake in %j and %j is told with its line, no label is used, and nothing new is sent',
	async (config, csv, problem) => {
		const loaded = await load(config, {'l.csv': csv});
		expect(loaded.problem).toContain(problem);
		expect(labelOfAddress(vault)).toBeUndefined();
		const rules = await createRuleStore(path.join(loaded.folder, 'config.yaml'), undefined).load();
		expect(rules.problems).toEqual([loaded.problem]);
	},
);

test('a file that others can change is refused', async () => {
	const {folder, problem} = await load('labels: l.csv', {'l.csv': `${vault},a`});
	expect(problem).toBeUndefined();
	chmodSync(path.join(folder, 'l.csv'), 0o666);
	expect(await loadLabels(path.join(folder, 'config.yaml'))).toContain('could change the names of addresses');
});

const matches = (query: string, address: string) => {
	const record = notificationWith({addresses: [address]});
	return createMatcher(queryOf(query))(record, searchTextOf(record));
};

test('a label is found as a field and as a word; a change refuses one that does not exist', () => {
	setLabels([{address: vault, name: 'Cold Wallet'}]);
	for (const query of ['label:cold', 'label:="cold wallet"', '"cold wallet"', 'label:/^cold/', `address:${vault}`]) {
		expect([query, matches(query, vault.toLowerCase()), matches(query, weth)]).toEqual([query, true, false]);
	}

	expect(matches('label:=cold', vault)).toBe(false);
	expect(checkQuery('not:label:wallet', 'change').ok).toBe(true);
	expect(checkQuery('not:label:walet', 'change')).toMatchObject({problem: containing('no label "walet"')});
	expect(checkQuery('not:label:walet').ok).toBe(true);
});

test('the scope of a file means the same on every machine: it knows no labels', () => {
	setLabels([{address: vault, name: 'ops'}]);
	expect(createScopeMatcher(queryOf('ops'))(notificationWith({addresses: [vault]}))).toBe(false);
	expect(readFile('scope: label:ops\nnotifications: []', 'a.yaml', noSources).mistakes).toMatchObject([
		{field: 'scope', message: containing('labels differ from machine to machine')},
	]);
});

test('sentences have the label in place of the address', () => {
	setLabels([{address: vault, name: 'cold wallet'}]);
	const told = notificationWith({addresses: [vault, weth]});
	expect(notificationSentence(told)).toContain(`at "cold wallet" or ${weth} on`);
	expect(notificationSentence(told, 'short')).toContain('at "cold wallet" or 1 more on');
});

test('the label of one address is that address where a field is set; never another text', () => {
	setLabels([
		{address: vault, name: 'Vault'},
		{address: weth, name: 'two'},
		{address: bridge, name: 'two'},
	]);
	expect(labelledPair(vault, weth)).toEqual(['Vault', 'two']);
	expect(labelledPair(weth, bridge)).toEqual([weth, bridge]);
	const set = (value: string) => setField('address', value)(emptyDraft);
	expect(readField(set('vault'), 'address')).toBe(vault);
	const problemOf = (value: string) => {
		expect(readField(set(value), 'address')).toBe(value);
		return checkDraft(set(value)).find(({field}) => field === 'address')?.message;
	};

	// A command that is copied to another machine, with other labels, does the same.
	const edits = new Map([['address', 'vault']] as const);
	const options = {targets: {ids: ['7']}, edits, acceptsUnknownTemplate: false, acceptsInvalid: false};
	expect(editArguments(options)).toContain(`address=${vault}`);
	expect(problemOf('two')).toBe(`is a label, of ${weth} and ${bridge}: a notification has one address`);
	expect(problemOf('vaut')).toBe('is neither an address nor a label. Did you mean vault?');
	expect(problemOf('xyzzy')).toBe('must be hexadecimal, starting with 0x');
});

test('the form suggests labels, and the addresses of one label at once only where each creates a notification', () => {
	setLabels([
		{address: weth, name: 'two'},
		{address: bridge, name: 'two'},
	]);
	const texts = {address: [vault, weth]};
	const suggested = (text: string, canSplit: boolean) =>
		suggestAddresses({...emptyDraft, addresses: [text]}, texts, canSplit);
	expect(suggested('tw', true)).toEqual([`${weth} ${bridge}`]);
	expect(suggested('', false)).toEqual([weth, bridge, vault]);
	expect(suggested('0xd8', true)).toEqual([vault]);
});
