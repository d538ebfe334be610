import {describe, expect, test} from 'vitest';
import {maskRecipient} from '../../../source/ledger/journal/mask.ts';
import {creation, deleteOne, input, moment, oldOne, openNew, profile} from '../ledgers.ts';

const hook = 'https://hooks.slack.com/services/T000/B000/XXXX';

test.each([
	['SLACK', hook, 'https://hooks.slack.com/…'],
	['SLACK', '#alerts', '#alerts'],
	['SLACK', 'C0123456789', 'C0123456789'],
	['SLACK', 'hooks.slack.com/services/T000/B000/XXXX', '…'],
	['SLACK', 'xoxb-1234-secret', '…'],
	['WEBHOOK', 'https://user:password@example.com:8443/hook?key=1#x', 'https://example.com:8443/…'],
	['WEBHOOK', 'https://example.com/?key=1', 'https://example.com/…'],
	['WEBHOOK', 'https://example.com/', 'https://example.com'],
	['WEBHOOK', 'https://example.com', 'https://example.com'],
	['WEBHOOK', 'https://[broken/secret', '…'],
	['WEBHOOK', 'example.com/secret', '…'],
	['WEBHOOK', '', ''],
	['TELEGRAM', '-1001234567890', '-1…90'],
	['TELEGRAM', '@username', '@u…me'],
	['TELEGRAM', '🔔🔕🔔🔕🔔', '🔔🔕…🔕🔔'],
	['TELEGRAM', '1234', '…'],
	['EMAIL', 'ops@example.com', 'ops@example.com'],
	['PAGER', 'team-1', 'team-1'],
	['PAGER', 'https://pager.example.com/secret', 'https://pager.example.com/…'],
])('%s %s is shown as %s', (channel, recipient, shown) => {
	expect(maskRecipient(channel, recipient)).toBe(shown);
});

test('an entry is a request with its operation, newest first', () => {
	let time = moment;
	const ledger = openNew(() => time++);
	const {journal} = ledger;
	const {id} = journal.begin({...creation, kind: 'replace', snapshot: oldOne('7')});
	const post = journal.requestSent(id, {method: 'POST'});
	journal.requestAnswered(post, {outcome: 'ok', status: 201, target: '8'});
	journal.advance(id, {state: 'created', newId: '8'});
	journal.requestSent(id, {method: 'DELETE', target: '7'});
	journal.advance(id, {detail: 'waiting'});

	const shared = {
		operation: id,
		batch: undefined,
		profile,
		profileName: 'production',
		kind: 'replace',
		state: 'created',
		oldId: '7',
		newId: '8',
		detail: 'waiting',
		label: 'Treasury',
		channel: 'EMAIL',
		recipient: 'ops@example.com',
	};
	expect(journal.history({})).toStrictEqual([
		{
			...shared,
			id: post + 1,
			at: moment + 2,
			method: 'DELETE',
			target: '7',
			outcome: 'sent',
			status: undefined,
			summary: undefined,
			moment: undefined,
		},
		{
			...shared,
			id: post,
			at: moment + 1,
			method: 'POST',
			target: '8',
			outcome: 'ok',
			status: 201,
			summary: undefined,
			moment: undefined,
		},
	]);
});

test('without a name the label is user and recipient', () => {
	const {journal} = openNew();
	const {id} = journal.begin({...creation, input: {...input, name: '', channel: 'SLACK', recipient: hook}});
	journal.requestSent(id, {method: 'POST'});
	expect(journal.history({})).toMatchObject([
		{label: 'user-1 → https://hooks.slack.com/…', recipient: 'https://hooks.slack.com/…'},
	]);
});

test('recipients that carry secrets are masked wherever they are quoted', () => {
	const {journal} = openNew();
	const {id} = journal.begin({
		...creation,
		kind: 'replace',
		input: {...input, channel: 'WEBHOOK', recipient: 'https://example.com/new-secret', name: `To ${hook}`},
		snapshot: oldOne('7', {channel: 'SLACK', recipient: hook}),
	});
	const request = journal.requestSent(id, {method: 'POST'});
	journal.requestAnswered(request, {
		outcome: 'rejected',
		status: 400,
		summary: 'The service refuses https://example.com/new-secret.',
	});
	const {detail} = journal.advance(id, {state: 'failed', detail: `It still goes to ${hook}.`});
	expect(detail).toBe('It still goes to https://hooks.slack.com/….');
	const [entry] = journal.history({});
	expect(entry).toMatchObject({
		label: 'To https://hooks.slack.com/…',
		summary: 'The service refuses https://example.com/….',
		detail,
	});
	expect(JSON.stringify(entry)).not.toMatch(/new-secret|T000/v);
	// The operation itself keeps the recipients, which it needs to resume.
	expect(journal.get(id)).toMatchObject({
		input: {recipient: 'https://example.com/new-secret'},
		snapshot: {input: {recipient: hook}},
	});
});

describe('search', () => {
	const ledger = () => {
		const filled = openNew();
		deleteOne(filled, '41');
		const {id} = filled.journal.begin({
			...creation,
			profile: 'another',
			profileName: 'Staging',
			input: {...input, name: 'Whale ÄLARM', channel: 'TELEGRAM', recipient: '-1001234567890'},
		});
		const request = filled.journal.requestSent(id, {method: 'POST'});
		filled.journal.requestAnswered(request, {outcome: 'unknown', status: 502, summary: 'The service failed.'});
		filled.journal.advance(id, {state: 'failed', detail: 'Not created: it does not appear in the listing.'});
		return filled;
	};

	test.each([
		['', [2, 1]],
		['\t ', [2, 1]],
		['production', [1]],
		['STAGING', [2]],
		['whale älarm', [2]],
		['alarm', []],
		['älarm whale post 502', [2]],
		['whale delete', []],
		['delete 41', [1]],
		['2026-11-20', [2, 1]],
		['appear', [2]],
		['failed', [2]],
		['-1001234567890', []],
		['-1…90', [2]],
		['0123456789abcdef', []],
		['undefined', []],
	])('for %j finds requests %j', (search, ids) => {
		expect(
			ledger()
				.journal.history({search})
				.map(({id}) => id),
		).toStrictEqual(ids);
	});

	test('is limited to a profile and to a number of entries', () => {
		const {journal} = ledger();
		expect(journal.history({profile: 'another'}).map(({id}) => id)).toStrictEqual([2]);
		expect(journal.history({profile, search: 'staging'})).toStrictEqual([]);
		expect(journal.history({limit: 1}).map(({id}) => id)).toStrictEqual([2]);
		expect(journal.history({search: 'delete', limit: 1}).map(({id}) => id)).toStrictEqual([1]);
		expect(journal.history({limit: 0})).toStrictEqual([]);
		// A query that stopped early has closed its statement.
		expect(journal.history({})).toHaveLength(2);
	});
});

test('a search finds words of a request and of its operation, of single changes and of items, newest first', () => {
	const ledger = openNew();
	const {journal} = ledger;
	const batch = journal.beginBatch(profile);
	journal.addItems(batch, [{kind: 'delete', profileName: 'production', snapshot: oldOne('8')}]);
	journal.completeBatch(batch);
	const [item] = journal.itemsIn(batch, 'planned', {after: 0, limit: 1});
	journal.requestAnswered(journal.requestSent(item!.id, {method: 'DELETE', target: '8'}), {
		outcome: 'rejected',
		status: 403,
		summary: 'Not allowed',
	});
	deleteOne(ledger, '7');
	const found = (search: string, limit?: number) => journal.history({search, limit}).map(({target}) => target);

	expect(journal.history({}).map(entry => entry.batch)).toEqual([undefined, batch]);
	expect(found('treasury')).toEqual(['7', '8']);
	expect(found('TREASURY delete', 1)).toEqual(['7']);
	expect(found('treasury allowed', 5)).toEqual(['8']);
	expect(found('204 treasury')).toEqual(['7']);
	expect(found('treasury nothing')).toEqual([]);
});
