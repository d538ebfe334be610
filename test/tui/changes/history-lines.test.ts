import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {ListedChange} from '../../../source/ledger/history.ts';
import type {Item, Request} from '../../../source/ledger/item.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {itemDetailLines} from '../../../source/tui/changes/change.tsx';
import {changeHead, changeText, requestText} from '../../../source/tui/changes/change-lines.ts';
import {anyText} from '../../helpers/any-text.ts';
import {itemWith, setWith} from '../../helpers/items.ts';
import {creation, moment, oldOne} from '../../ledger/ledgers.ts';

const webhook = {channel: 'WEBHOOK', recipient: 'https://hooks.example.com/services/the-secret'};
const anna = {operator: 'anna', host: 'ci-7'};

const request = (change: Partial<Request> = {}): Request => ({
	n: 1,
	at: moment,
	method: 'POST',
	target: undefined,
	outcome: 'ok',
	status: 201,
	summary: undefined,
	moment: undefined,
	...change,
});

test.each<[Partial<Request>, string]>([
	[{}, 'POST  ✓ 201'],
	[{target: '8', summary: ''}, 'POST 8  ✓ 201'],
	[
		{method: 'DELETE', target: '7\u{7}', outcome: 'rejected', status: 404, summary: 'Not found.'},
		'DELETE 7␇  ✗ rejected 404 Not found.',
	],
	[{outcome: 'sent', status: undefined}, 'POST  ? no response recorded'],
])('a request on one line: %j', (change, text) => {
	expect(requestText(request(change)).replace(/^2026-11-20 23:49(?::00)? {2}/v, '')).toBe(text);
});

/** A change of one with this item, in the history. */
const one = (item: Partial<Item> = {}, change: Partial<ListedChange> = {}): ListedChange => ({
	set: setWith(item.kind ?? 'create'),
	first: itemWith({newId: '8', ...item}),
	isUndo: false,
	isUndone: false,
	label: 'Treasury',
	channel: 'EMAIL',
	recipient: '',
	...change,
});

const told = 'E-mail ops@example.com · Treasury · user-1';
const several = setWith('delete', {done: 1000, failed: 2});

test.each<[ListedChange, string]>([
	[one(), `created 8  ${told}`],
	[
		one({kind: 'replace', snapshot: oldOne('7'), reason: [{why: 'unconfirmed', is: 'listed'}]}, {isUndone: true}),
		`replaced 7 with 8  undone  ${told} · The response did not confirm it, but it is listed.`,
	],
	[
		one({phase: 'failed', newId: undefined, reason: [{why: 'not-created'}]}, {isUndo: true}),
		`undo: create  ✗ failed  ${told} · Not created. It does not appear in the listing.`,
	],
	[
		one({phase: 'unfollowed', newId: undefined, reason: [{why: 'stopped-following'}]}),
		`create  ? not followed  ${told} · You stopped following it; what was sent may still take effect.`,
	],
	[one({phase: 'creating', newId: undefined}), `create  the new notification is not listed yet  ${told}`],
	[
		one({}, {set: setWith('create', {done: 1}, {by: {...anna, operator: 'anna\u{1B}'}})}),
		`created 8  by anna␛ on ci-7  ${told}`,
	],
	[one({}, {set: {...several, by: anna}}), 'deleted 1,000 of 1,002 (2 failed)  by anna on ci-7'],
	[one({}, {set: several}), 'deleted 1,000 of 1,002 (2 failed)'],
	[one({}, {set: setWith('delete', {done: 3}), isUndone: true}), 'deleted 3 notifications  undone'],
	[one({}, {set: setWith('recreate', {done: 2}), isUndo: true}), 'undo: recreated 2 notifications'],
])('a change on one line: %j', (change, text) => {
	expect(changeText(change, moment + 300_000, 500)).toBe(`5 min ago   #5  ${text}`);
});

test('a change that failed keeps its name and the reason readable in a narrow line, and without room leaves out the user, then the recipient', () => {
	const recipient = 'treasury.operations@example.com';
	const failed = one({
		phase: 'failed',
		newId: undefined,
		input: {...creation.input, recipient},
		reason: [{why: 'not-created'}],
	});
	const row = (columns: number) => changeText(failed, moment + 300_000, columns).replace(/^.*failed {2}/v, '');
	expect(row(120)).toBe('E-mail treasury.operations@exam… · Treasury · user-1 · Not created. It does not appea…');
	expect(row(86)).toBe('E-mail treasu… · Treasury · Not created. It does no…');
	expect(row(77)).toBe('Treasury · Not created. It does not appear…');
	fc.assert(
		fc.property(
			anyText({maxLength: 60}),
			anyText({maxLength: 60}),
			fc.integer({min: 40, max: 160}),
			(name, userId, columns) => {
				const text = changeText(
					{...failed, first: {...failed.first, input: {...creation.input, name, userId}}},
					moment,
					columns,
				);
				expect(widthOf(text)).toBeLessThanOrEqual(columns);
				expect(text).not.toMatch(/\p{Cc}/v);
			},
		),
	);
});

test('the head of a change says what it did, when and how it ended', () => {
	const head = (item: Partial<Item>, age: number, undone?: string) =>
		changeHead({set: setWith('create', {}, {by: item.by}), item: itemWith(item)}, undone, moment + age);
	expect(head({kind: 'recreate', snapshot: oldOne('1'), newId: '13', isUndo: true, undoes: 1}, 300_000, '12.3')).toBe(
		'Undo of #12.3: recreated 1 as 13 · 5 min ago · done',
	);
	expect(head({newId: '13', by: anna}, 0)).toBe('created 13 · 0 s ago · done · by anna on ci-7');
	expect(head({phase: 'creating'}, 2000)).toBe('create · 2 s ago · the new notification is not listed yet');
	expect(head({phase: 'creating', probable: '21'}, 2000)).toBe('create · 2 s ago · outcome unknown');
	const gone = {kind: 'replace', snapshot: oldOne('7'), newId: '9', phase: 'created'} as const;
	expect(head({...gone, reason: [{why: 'old-gone', is: 'asked'}]}, 2000)).toBe('replace 7 with 9 · 2 s ago · pending');
	expect(head({phase: 'unfollowed', reason: [{why: 'stopped-following'}]}, 0)).toBe('create · 0 s ago · not followed');
	expect(changeHead({set: setWith('delete', {done: 3}), item: undefined}, undefined, moment + 300_000)).toBe(
		'deleted 3 notifications · 5 min ago',
	);
});

test('a pending change names what it is about, with the recipient masked, and not why: that stands below', () => {
	const edit = one({
		kind: 'replace',
		phase: 'created',
		snapshot: oldOne('7'),
		input: {...creation.input, ...webhook},
		reason: [{why: 'listed-now'}],
	});
	expect(changeText({...edit, set: setWith('replace', {created: 1})}, moment, 500)).toBe(
		'0 s ago     #5  pending  replace 7 with 8  POST to https://hooks.example.com/*** · Treasury · user-1',
	);
	const set = setWith('delete', {unknown: 1, planned: 2});
	expect(changeText({...one(), set}, moment, 500)).toBe(
		'0 s ago     #5  pending  deleted 0 of 3 (1 outcome unknown, 2 not started)',
	);
});

test('the details of an edit: what was done, old → new, its requests, and what it is now, with the recipient masked', () => {
	const details = (item: Item, columns = 100, others: readonly Item[] = [], undo?: Item) =>
		itemDetailLines(
			item,
			{item: id => others.find(other => other.id === id), set: () => setWith(item.kind), undoOf: () => undo},
			columns,
			moment + 300_000,
		);
	const edit = itemWith({
		kind: 'replace',
		snapshot: oldOne('7', webhook),
		newId: '8',
		input: {...creation.input, ...webhook, name: 'After'},
		isUndo: true,
		undoes: 4,
		requests: [
			request({target: '8'}),
			request({method: 'DELETE', target: '7', summary: `${webhook.recipient} refused`}),
		],
	});
	const undone = itemWith({id: 4, set: 12, position: 3, of: 4});
	const lines = details(edit, 102, [undone], itemWith({id: 9, set: 9}));
	const text = lines.map(({label = '', text: said}) => `${label}|${said}`).join('\n');
	expect(lines[0]).toMatchObject({tone: 'title'});
	expect(text).toMatch(/^\|POST to \S*\*{3} when value GT 1000 at\s/v);
	expect(text).toMatch(
		/^\|Undo of #12\.3: replaced 7 with 8 · 5 min ago · done\nChange\|#5 · production · 2026-11-20 23:49\nMasked\|chat IDs and URLs of recipients, as in the whole history\nUndone\|2026-11-20 23:49 by #9$/mv,
	);
	expect(text).toContain('Old → new|\nName|Treasury → After');
	expect(text).toMatch(/^Requests\|.*POST 8.*\n\|.*DELETE 7/mv);
	expect(text).not.toContain('the-secret');
	expect(text).not.toContain('Input|');
	// Until it is replaced, the ID is that of the old one.
	const open = details({...edit, phase: 'creating', newId: undefined}).map(
		({label = '', text: said}) => `${label}|${said}`,
	);
	expect(open).toEqual(expect.arrayContaining(['Name|Treasury → After', 'Name|Treasury', 'ID|7']));
	expect(open).not.toContain('Name|After');
	expect(details(itemWith({place: 'line 3'}))).toContainEqual({label: 'Input', text: 'line 3'});
	const deletion = details(itemWith({kind: 'delete', input: undefined, snapshot: oldOne('7')})).map(
		({label = '', text: said}) => `${label}|${said}`,
	);
	expect(deletion).toContain('Requests|none');
	expect(deletion).not.toContain('Old → new|');
	expect(deletion.some(line => line.startsWith('Undo'))).toBe(false);
	expect(deletion).toContain('Name|Treasury');
	expect(deletion).toContain('ID|7');
	// A create that failed, or whose outcome is not known, has no ID.
	expect(details(itemWith()).map(({label = ''}) => label)).not.toContain('ID');
});
