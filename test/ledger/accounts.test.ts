import {readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {emptyDraft} from '../../source/notification/fields.ts';
import {noValues} from '../../source/notification/suggest.ts';
import {createAccountIndex} from '../../source/ledger/accounts.ts';
import {
	begin,
	creation,
	deleted,
	deleteOne,
	deletion,
	edit,
	happen,
	input,
	make,
	openNew,
	profile,
	temporaryDirectory,
} from './ledgers.ts';

const baseUrl = 'https://api.example.com/';

function createIndex(directory = temporaryDirectory()) {
	const file = path.join(directory, 'accounts.json');
	let time = 0;
	return {file, index: createAccountIndex({file, now: () => ++time}), directory};
}

const keyOf = (name: string, apiKey: string) => ({baseUrl, name, apiKey});

test('an account is named after the service and the profile, and its key finds it again under any name', () => {
	const {index} = createIndex();
	const {account, earlier} = index.identify(keyOf('production', 'key-1'));
	expect(account).toBe(`${baseUrl} production`);
	expect(earlier).toBeUndefined();
	index.assign(keyOf('production', 'key-1'), account);
	expect(index.identify(keyOf('renamed', 'key-1'))).toEqual({account, name: 'production', earlier: undefined});
});

test('a new key under a name that was used is not taken for the account until it is assigned to it', () => {
	const {index} = createIndex();
	const before = `${baseUrl} production`;
	index.assign(keyOf('production', 'key-1'), before);
	const {account, earlier} = index.identify(keyOf('production', 'key-2'));
	expect(account).not.toBe(before);
	expect(earlier).toEqual({account: before, usedAt: 1});
	index.assign(keyOf('production', 'key-2'), before);
	expect(index.identify(keyOf('production', 'key-2')).account).toBe(before);
	// The earlier key still works.
	expect(index.identify(keyOf('production', 'key-1')).account).toBe(before);
});

test('profiles and services stay apart, and so do two accounts of one name', () => {
	const {index} = createIndex();
	index.assign(keyOf('production', 'key-1'), `${baseUrl} production`);
	expect(index.identify(keyOf('staging', 'key-2'))).toMatchObject({account: `${baseUrl} staging`, earlier: undefined});
	expect(index.identify({...keyOf('production', 'key-1'), baseUrl: 'https://other.example.com/'})).toMatchObject({
		account: 'https://other.example.com/ production',
		earlier: undefined,
	});
	const own = index.identify(keyOf('production', 'key-3')).account;
	index.assign(keyOf('production', 'key-3'), own);
	expect(index.identify(keyOf('production', 'key-3'))).toMatchObject({account: own, earlier: undefined});
	expect(index.identify(keyOf('production', 'key-1')).account).toBe(`${baseUrl} production`);
});

test('a key belongs to one account only', () => {
	const {index} = createIndex();
	index.assign(keyOf('a', 'key-1'), 'one');
	index.assign(keyOf('b', 'key-1'), 'two');
	expect(index.identify(keyOf('a', 'key-1')).account).toBe('two');
});

test('the file is private, holds no key and nothing that is made from the key alone', () => {
	const [first, second] = [createIndex(), createIndex()];
	for (const {index, file} of [first, second]) {
		index.assign(keyOf('production', 'key-1'), 'one');
		expect(statSync(file).mode % 0o1000).toBe(0o600);
		expect(readFileSync(file, 'utf8')).not.toContain('key-1');
	}

	const fingerprints = [first, second].map(
		({file}) => (JSON.parse(readFileSync(file, 'utf8')) as {accounts: Array<{keys: string[]}>}).accounts[0]!.keys,
	);
	expect(fingerprints[0]).not.toEqual(fingerprints[1]);
});

test('what another process assigned is known', () => {
	const {index, directory} = createIndex();
	index.identify(keyOf('production', 'key-1'));
	createIndex(directory).index.assign(keyOf('production', 'key-1'), 'theirs');
	index.assign(keyOf('staging', 'key-2'), 'ours');
	expect(index.identify(keyOf('production', 'key-1')).account).toBe('theirs');
	expect(createIndex(directory).index.identify(keyOf('staging', 'key-2')).account).toBe('ours');
});

test.each(['', 'no JSON', '{"version":2,"accounts":[]}', '{"version":1,"salt":"s","accounts":[{}]}', '[]'])(
	'a file with %j counts as empty and is replaced',
	content => {
		const {index, file} = createIndex();
		writeFileSync(file, content);
		expect(index.identify(keyOf('production', 'key-1')).account).toBe(`${baseUrl} production`);
		index.assign(keyOf('production', 'key-1'), 'one');
		expect(index.identify(keyOf('production', 'key-1')).account).toBe('one');
	},
);

test('without a file that can be written it is known until the program ends', () => {
	const blocked = path.join(temporaryDirectory(), 'file');
	writeFileSync(blocked, 'no directory');
	const {index} = createIndex(path.join(blocked, 'below'));
	index.assign(keyOf('production', 'key-1'), 'one');
	expect(index.identify(keyOf('production', 'key-1')).account).toBe('one');
});

test("merging moves everything of an account, and what both have stays the other's", () => {
	const ledger = openNew();
	const {changes, sent, drafts, learned, accounts} = ledger;
	const {id} = changes.begin({profile: 'from', profileName: 'p'}, [creation]);
	drafts.save('from', {draft: emptyDraft, purpose: 'create'});
	const content = (template: string) => ({template, topics: input.topics, at: 0});
	sent.remember('from', '1', content('new'));
	sent.remember('to', '1', content('old'));
	sent.remember('from', '2', content('moved'));
	learned.write('from', {...noValues, network: ['N']});
	accounts.merge('from', 'to');
	expect([changes.pending('to'), changes.pending('from')]).toMatchObject([[{id}], []]);
	expect(changes.items(id)).toMatchObject([{profile: 'to'}]);
	expect(drafts.list('to')).toHaveLength(1);
	expect(['1', '2'].map(each => sent.get('to', each)?.template)).toEqual(['old', 'moved']);
	expect(sent.get('from', '1')).toBeUndefined();
	expect(learned.read('to').network).toEqual(['N']);
});

test('an account is forgotten with all it has, unless changes are pending, and others are left', () => {
	const ledger = openNew();
	const {changes, drafts, accounts} = ledger;
	make(ledger, deletion('1'), ...deleted('1'));
	make(ledger, deletion('2'));
	drafts.save(profile, {draft: emptyDraft, purpose: 'create'});
	const other = changes.begin({profile: 'another', profileName: 'p'}, [creation]);
	expect(accounts.survey([profile])).toEqual({changes: 2, pending: 1, drafts: 1, sent: 0, parked: 0});
	expect(accounts.forget([profile], false)).toEqual({ok: false, pending: 1, parked: 0, isBusy: false});
	expect(accounts.forget([profile], true)).toEqual({
		ok: true,
		requests: 1,
		parked: 0,
		drafts: 1,
		sent: 0,
		learned: 0,
		views: 0,
	});
	expect(accounts.survey([profile])).toEqual({changes: 0, pending: 0, drafts: 0, sent: 0, parked: 0});
	expect(changes.history({say: () => ''})).toEqual([]);
	expect(changes.set(other.id)).toEqual(other);
});

test('a change is deleted with its events once all of it ended before a time', () => {
	let time = 0;
	const ledger = openNew(() => ++time);
	const {changes, accounts} = ledger;
	deleteOne(ledger, '1');
	const [one, two] = begin(ledger, deletion('2'), deletion('3'));
	happen(ledger, one!, ...deleted('2'));
	const until = time;
	happen(ledger, two!, ...deleted('3'));
	make(ledger, creation);
	accounts.prune(until + 1);
	const left = () => changes.changes({profile, limit: 9, say: () => ''}).map(({set}) => set.id);
	expect(left()).toEqual([3, 2]);
	accounts.prune(time + 9);
	expect([left(), changes.history({say: () => ''})]).toEqual([[3], []]);
});

test('what was sent of a notification goes with the change that deleted it; of one that may still be listed it stays', () => {
	let time = 0;
	const ledger = openNew(() => ++time);
	const {accounts, sent} = ledger;
	for (const id of ['1', '2', '3']) {
		sent.remember(profile, id, {template: `words of ${id}`, topics: ['', '', '', ''], at: 0});
	}

	deleteOne(ledger, '1');
	deleteOne(ledger, '2');
	const until = time;
	// The service gave the ID again.
	make(ledger, edit('2'));
	accounts.prune(until + 1);
	expect(['1', '2', '3'].map(id => sent.get(profile, id)?.template)).toEqual([undefined, 'words of 2', 'words of 3']);
});
