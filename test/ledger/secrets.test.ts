import {Buffer} from 'node:buffer';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {LedgerError} from '../../source/ledger/ledger-error.ts';
import type {Ledger} from '../../source/ledger/ledger.ts';
import {fingerprintKey} from '../../source/ledger/profile-key.ts';
import {emptyDraft} from '../../source/notification/fields.ts';
import {noValues} from '../../source/notification/suggest.ts';
import {hideSecrets, keepSecret} from '../../source/terminal/secrets.ts';
import {input, lastDeleted, moment, oldOne, open, profile, skipped, temporaryFile} from './ledgers.ts';

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

/** Passes a form of the key to every method that writes, wherever text goes. Returns the ID of a pending operation. */
function writeEverywhere({journal, sent, drafts, learned, views, planned}: Ledger, form: string): number {
	const account = `${profile}${form}`;
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
	const answer = {outcome: 'rejected', status: 401, summary: `No such key: ${form}`, target: form} as const;
	const change = {
		newId: form,
		knownIds: [form, form],
		detail: `It was ${form}.`,
		issues: [{field: form, message: `${form} is not allowed.`}],
	};
	const operation = journal.begin({
		profile: account,
		profileName: form,
		kind: 'replace',
		input: everywhere,
		snapshot,
		knownIds: [form],
		place: `${form}, line 1`,
	});
	journal.requestAnswered(journal.requestSent(operation.id, {method: 'POST', target: form}), answer);
	journal.advance(operation.id, change);

	const batch = journal.beginBatch(account);
	const item = {
		kind: 'recreate',
		profileName: form,
		input: everywhere,
		snapshot,
		knownIds: [form],
		place: `${form}, line 1`,
	} as const;
	journal.addItems(batch, [item, item, item]);
	journal.completeBatch(batch);
	const [first, second] = journal.itemsIn(batch, 'planned', {after: 0, limit: 9});
	journal.itemAnswered(journal.itemSent(first!.id, {method: 'POST', target: form}), answer, change);
	journal.changeItems([{id: second!.id, state: 'creating', ...change}]);
	journal.leavePlanned(batch, skipped(`Left because of ${form}.`));

	const topics = ['', '', '', ''] as const;
	sent.remember(account, form, {template: form, topics, at: moment});
	sent.remember(account, `${form}-2`, {template: '', topics, at: moment});
	drafts.save(account, {draft: {...emptyDraft, ...everywhere}, origin: form, purpose: 'edit'});
	learned.write(account, {...noValues, network: [form, 'BASE_MAINNET']});
	views.write(account, {query: form, sort: undefined, group: 'user'});
	planned.remember(account, {path: `/${form}.yaml`, size: 1, modified: moment}, [{id: form, line: 1}]);
	planned.remember(account, {path: '/file.yaml', size: 1, modified: moment}, [{id: form, line: 1}]);
	return operation.id;
}

test('no byte of the files holds an API key, whatever text contains it', () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	for (const form of [key, encodeURIComponent(key), Buffer.from(key).toString('base64'), digits]) {
		ledger.journal.advance(writeEverywhere(ledger, form), {state: 'done'});
	}

	expectNoKey(file);
	expect(hideSecrets(JSON.stringify(ledger.journal.history({})))).toBe(JSON.stringify(ledger.journal.history({})));
	ledger.close();
	expect(forms.filter(form => readFileSync(file, 'latin1').includes(form))).toStrictEqual([]);
});

test('an account whose name contains an API key finds what it saved', () => {
	const {ledger} = open(temporaryFile());
	const {journal, sent, drafts, learned, views} = ledger;
	const account = `${profile}${key}`;
	writeEverywhere(ledger, key);
	expect(journal.unfinished(account)).toHaveLength(1);
	expect(journal.unfinishedBatches(account)).toHaveLength(1);
	expect(journal.history({profile: account})).toHaveLength(2);
	const deletion = journal.begin({
		profile: account,
		profileName: 'production',
		kind: 'delete',
		snapshot: oldOne('8'),
	}).id;
	journal.requestSent(deletion, {method: 'DELETE', target: '8'});
	journal.advance(deletion, {state: 'done'});
	expect(lastDeleted(journal, account)?.snapshot?.id).toBe('8');
	expect(() =>
		journal.begin({profile: account, profileName: 'production', kind: 'delete', snapshot: oldOne(`id-${key}`)}),
	).toThrow('has a pending change');
	expect(sent.get(account, key)).toBeUndefined();
	expect(sent.get(account, `${key}-2`)?.template).toBe('');
	expect(drafts.list(account)).toMatchObject([{origin: '[API key]', draft: {name: '[API key]'}}]);
	expect(learned.read(account)).toStrictEqual({...noValues, network: ['BASE_MAINNET']});
	expect(views.read(account)).toEqual({query: '', sort: undefined, group: 'user'});
});

test('a profile key has a fingerprint of the API key, not the key', () => {
	expect(hideSecrets(fingerprintKey({baseUrl: 'https://example.com/', apiKey: key}))).toMatch(
		/^https:\/\/example\.com\/ [\da-f]{16}$/v,
	);
});

const recipient = `https://example.com/hook?key=${encodeURIComponent(key)}`;

test('the process that began an operation has its full contents, any other process redacted ones', () => {
	const file = temporaryFile();
	const {journal} = open(file).ledger;
	const begun = journal.begin({
		profile,
		profileName: 'production',
		kind: 'create',
		input: {...input, channel: 'WEBHOOK', recipient},
	});
	expect(begun).toMatchObject({
		input: {recipient},
		detail: 'It contains the API key, which is never saved: after a restart, it cannot be sent again from the journal.',
	});
	expect(begun).not.toHaveProperty('isRedacted');
	expect(journal.advance(begun.id, {state: 'creating'}).input?.recipient).toBe(recipient);
	expect(journal.unfinished(profile)[0]?.input?.recipient).toBe(recipient);

	const elsewhere = open(file).ledger.journal;
	expect(elsewhere.get(begun.id)).toMatchObject({
		isRedacted: true,
		state: 'creating',
		input: {recipient: 'https://example.com/hook?key=[API key]'},
	});
	// An operation that begins with redacted contents is redacted too.
	const recreated = elsewhere.begin({
		profile,
		profileName: 'production',
		kind: 'create',
		input: elsewhere.get(begun.id)!.input,
	});
	expect(open(file).ledger.journal.get(recreated.id)?.isRedacted).toBe(true);
});

test('a notification that contains the key can be deleted', () => {
	const file = temporaryFile();
	const {journal} = open(file).ledger;
	const {id} = journal.begin({
		profile,
		profileName: 'production',
		kind: 'delete',
		snapshot: oldOne('7', {channel: 'WEBHOOK', recipient}),
	});
	const request = journal.requestSent(id, {method: 'DELETE', target: '7'});
	journal.requestAnswered(request, {outcome: 'rejected', summary: `Cannot delete ${recipient}`});
	journal.advance(id, {state: 'done'});
	expect(lastDeleted(journal, profile)?.snapshot?.input.recipient).toBe(recipient);
	expect(journal.history({})).toMatchObject([
		{recipient: 'https://example.com/…', summary: 'Cannot delete https://example.com/…'},
	]);
	expect(lastDeleted(open(file).ledger.journal, profile)).toMatchObject({isRedacted: true, snapshot: {id: '7'}});
});

test('a sent template that contains the key is not saved, and an earlier one is deleted', () => {
	const {sent} = open(temporaryFile()).ledger;
	const content = {template: 'Look', topics: ['', '', '', ''], at: moment} as const;
	sent.remember(profile, '7', content);
	sent.remember(profile, '7', {...content, template: `Look ${key}`});
	expect(sent.get(profile, '7')).toBeUndefined();
	sent.remember(profile, '7', {...content, template: hideSecrets(`Look ${key}`)});
	expect(sent.get(profile, '7')).toBeUndefined();
});

test('text with a key that looks like JSON is refused', () => {
	keepSecret('":["","');
	const {journal, drafts} = open(temporaryFile()).ledger;
	expect(() => drafts.save(profile, {draft: emptyDraft, purpose: 'create'})).toThrow(LedgerError);
	expect(() => journal.begin({profile, profileName: 'production', kind: 'create', input})).toThrow(
		'contains the API key in a form that cannot be hidden',
	);
});
