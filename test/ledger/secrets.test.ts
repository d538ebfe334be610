import {Buffer} from 'node:buffer';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import type {Item} from '../../source/ledger/item.ts';
import {LedgerError} from '../../source/ledger/ledger-error.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import {fingerprintKey} from '../../source/ledger/accounts.ts';
import {emptyDraft} from '../../source/notification/fields.ts';
import {noValues} from '../../source/notification/suggest.ts';
import {hideSecrets, keepSecret} from '../../source/terminal/secrets.ts';
import {
	account,
	answered,
	creation,
	deletion,
	happen,
	input,
	make,
	moment,
	oldOne,
	open,
	profile,
	seen,
	sent,
	temporaryFile,
} from './ledgers.ts';

const key = 'cb_canary"/+key~42';
const digits = '9081726354';
keepSecret(key);
keepSecret(digits);
const forms = [
	key,
	encodeURIComponent(key),
	JSON.stringify(key).slice(1, -1),
	Buffer.from(key).toString('base64'),
	digits,
];

/** The bytes of all files of an open ledger. */
function bytesOf(file: string): string {
	const directory = path.dirname(file);
	const names = readdirSync(directory);
	expect(names).toContain('ledger.sqlite-wal');
	return names.map(name => readFileSync(path.join(directory, name), 'latin1')).join('\n');
}

function expectNoKey(file: string): void {
	const bytes = bytesOf(file);
	expect(forms.filter(form => bytes.includes(form))).toStrictEqual([]);
	expect(bytes).toContain('[API key]');
}

/** Passes a form of the key to every method that writes, wherever text goes. Returns the items. */
function writeEverywhere({changes, sent: contents, drafts, learned, views, planned}: Ledger, form: string): Item[] {
	const owner = `${profile}${form}`;
	const everywhere = {
		...input,
		userId: form,
		name: form,
		recipient: `https://example.com/?key=${form}`,
		network: form,
		addresses: [form],
		template: `{{${form}}}`,
		topics: [form, form, form, form] as const,
		filters: [{fieldName: form, operator: form, value: form, valueType: form}],
	};
	const snapshot = {
		...oldOne(`id-${form}`, everywhere),
		raw: {[form]: form, deep: [{n: Number(digits), big: JSON.rawJSON(`${digits}0000000000`)}]},
		template: form,
	};
	const item = {input: everywhere, snapshot, knownIds: [form], place: `${form}, line 1`} as const;
	const named = {profile: owner, profileName: form, keeps: [form]};
	const {id} = changes.begin(named, [
		{...item, kind: 'replace'},
		{...item, kind: 'recreate'},
		{...item, kind: 'create'},
	]);
	const events = [
		sent('POST'),
		answered('rejected', {status: 401, summary: `No such key: ${form}`, named: form, former: snapshot}),
		sent('DELETE', form),
		seen('created', {
			newId: form,
			reason: [{why: 'answer', text: `It was ${form}.`}],
			notes: [{why: 'found', id: form, named: form}],
			issues: [{field: form, message: `${form} is not allowed.`}],
			candidates: [form],
			former: snapshot,
			known: [form],
		}),
		{kind: 'decided', how: 'retry', without: [form]},
	] as const;
	const items = changes.items(id);
	changes.append(items.flatMap(each => events.map(event => ({item: each.id, event}))));

	const topics = ['', '', '', ''] as const;
	contents.remember(owner, form, {template: form, topics, at: moment});
	contents.remember(owner, `${form}-2`, {template: '', topics, at: moment});
	drafts.save(owner, {draft: {...emptyDraft, ...everywhere}, origin: form, purpose: 'edit'});
	learned.write(owner, {...noValues, network: [form, 'BASE_MAINNET']});
	views.write(owner, {query: form, sort: undefined, group: 'user'});
	planned.remember(owner, {path: `/${form}.yaml`, size: 1, modified: moment}, [{id: form, line: 1}]);
	planned.remember(owner, {path: '/file.yaml', size: 1, modified: moment}, [{id: form, line: 1}]);
	return items;
}

const say = () => '';

test('no byte of the files holds an API key, whatever text contains it', () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	const {changes} = ledger;
	for (const form of [key, encodeURIComponent(key), Buffer.from(key).toString('base64'), digits]) {
		changes.append(writeEverywhere(ledger, form).map(({id}) => ({item: id, event: seen('done')})));
	}

	expectNoKey(file);
	const again = open(file).ledger.changes;
	const history = JSON.stringify([again.history({say}), again.items(1), again.set(1)]);
	expect(hideSecrets(history)).toBe(history);
	const shown = changes.history({say}).map(({item: _item, ...entry}) => entry);
	expect(hideSecrets(JSON.stringify(shown))).toBe(JSON.stringify(shown));
	ledger.close();
	expect(forms.filter(form => readFileSync(file, 'latin1').includes(form))).toStrictEqual([]);
});

test('a profile key has a fingerprint of the API key, not the key', () => {
	expect(hideSecrets(fingerprintKey({baseUrl: 'https://example.com/', apiKey: key}))).toMatch(
		/^https:\/\/example\.com\/ [\da-f]{16}$/v,
	);
});

const recipient = `https://example.com/hook?key=${encodeURIComponent(key)}`;

test('the process that began a change has its full contents, any other process redacted ones', () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	const begun = make(ledger, {kind: 'create', input: {...input, channel: 'WEBHOOK', recipient}});
	expect(begun).toMatchObject({input: {recipient}, reason: [{why: 'has-key'}]});
	expect(begun).not.toHaveProperty('isRedacted');
	expect(happen(ledger, begun, sent('POST')).input?.recipient).toBe(recipient);

	const elsewhere = open(file).ledger;
	const redacted = elsewhere.changes.item(begun.id)!;
	expect(redacted).toMatchObject({
		isRedacted: true,
		phase: 'creating',
		input: {recipient: 'https://example.com/hook?key=[API key]'},
	});
	// What begins with redacted contents is redacted, too.
	const {id} = elsewhere.changes.begin({...account, isRepeated: true}, [{kind: 'create', input: redacted.input}]);
	expect(open(file).ledger.changes.items(id)).toMatchObject([{isRedacted: true}]);
});

test('a notification that contains the key can be deleted', () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	make(
		ledger,
		deletion('7', {channel: 'WEBHOOK', recipient}),
		sent('DELETE', '7'),
		answered('ok', {summary: `Deleted ${recipient}`}),
		seen('done'),
	);
	const last = ({changes}: Ledger) => changes.lastUndoable(profile, () => true);
	expect(last(ledger)?.snapshot?.input.recipient).toBe(recipient);
	expect(ledger.changes.history({say})).toMatchObject([
		{recipient: 'https://example.com/***', request: {summary: 'Deleted https://example.com/***'}},
	]);
	expect(last(open(file).ledger)).toMatchObject({isRedacted: true, snapshot: {id: '7'}});
});

test('a sent template that contains the key is not saved, and an earlier one is deleted', () => {
	const {sent: contents} = open(temporaryFile()).ledger;
	const content = {template: 'Look', topics: ['', '', '', ''], at: moment} as const;
	contents.remember(profile, '7', content);
	contents.remember(profile, '7', {...content, template: `Look ${key}`});
	expect(contents.get(profile, '7')).toBeUndefined();
	contents.remember(profile, '7', {...content, template: hideSecrets(`Look ${key}`)});
	expect(contents.get(profile, '7')).toBeUndefined();
});

test('text with a key that looks like JSON is refused', () => {
	keepSecret('":["","');
	const {changes, drafts} = open(temporaryFile()).ledger;
	expect(() => drafts.save(profile, {draft: emptyDraft, purpose: 'create'})).toThrow(LedgerError);
	expect(() => changes.begin(account, [creation])).toThrow('contains the API key in a form that cannot be hidden');
});
