import {expect, test} from 'vitest';
import type {BatchCounts} from '../../../source/ledger/batches/batch.ts';
import type {Change} from '../../../source/ledger/journal/changes.ts';
import type {Operation, RequestEntry} from '../../../source/ledger/journal/operation.ts';
import {changeDetailLines} from '../../../source/tui/history/change-screen.tsx';
import {
	batchHead,
	batchText,
	changeText,
	operationHead,
	operationText,
	requestText,
} from '../../../source/tui/history/history-lines.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {creation, moment, oldOne} from '../../ledger/ledgers.ts';

const webhook = {channel: 'WEBHOOK', recipient: 'https://hooks.example.com/services/the-secret'};

const counts = (change: Partial<BatchCounts>): BatchCounts => ({
	planned: 0,
	created: 0,
	unknown: 0,
	done: 0,
	failed: 0,
	skipped: 0,
	...change,
});
const batch = {
	id: 3,
	profile: 'p',
	kind: 'delete',
	startedAt: moment,
	counts: counts({done: 1000, failed: 2}),
	keeps: [],
} as const;
const request = (change: Partial<RequestEntry>): RequestEntry => ({
	id: 1,
	operation: 1,
	at: moment,
	method: 'POST',
	target: undefined,
	outcome: 'ok',
	status: 201,
	summary: undefined,
	moment: undefined,
	...change,
});
const operation = (change: Partial<Operation>): Operation => ({
	...creation,
	id: 5,
	state: 'done',
	startedAt: moment,
	endedAt: moment,
	snapshot: undefined,
	newId: undefined,
	knownIds: [],
	detail: undefined,
	...change,
});

test.each<[Partial<RequestEntry>, string]>([
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

const change: Change = {
	id: 5,
	kind: 'create',
	state: 'done',
	startedAt: moment,
	newId: '8',
	detail: undefined,
	oldId: undefined,
	isUndo: false,
	isUndone: false,
	batch: undefined,
	label: 'Treasury',
} as unknown as Change;

const told = 'E-mail ops@example.com · Treasury · user-1';

test.each<[Partial<Change>, string]>([
	[{}, `created 8  ${told}`],
	[
		{kind: 'replace', oldId: '7', detail: 'It is listed.', isUndone: true},
		`replaced 7 with 8  undone  ${told} · It is listed.`,
	],
	[
		{isUndo: true, state: 'failed', newId: undefined, detail: 'Not created.'},
		`undo: create  ✗ failed  ${told} · Not created.`,
	],
	[{state: 'creating', newId: undefined}, `create  the new notification may have been created  ${told}`],
	[{by: {operator: 'anna\u{1B}', host: 'ci-7'}}, `created 8  by anna␛ on ci-7  ${told}`],
	[{kind: 'delete', batch, by: {operator: 'anna', host: 'ci-7'}}, 'deleted 1,000 of 1,002 (2 failed)  by anna on ci-7'],
	[{kind: 'delete', batch}, 'deleted 1,000 of 1,002 (2 failed)'],
	[{kind: 'delete', batch: {...batch, counts: counts({done: 3})}, isUndone: true}, 'deleted 3 notifications  undone'],
	[
		{kind: 'delete', isUndo: true, batch: {...batch, kind: 'recreate', counts: counts({done: 1})}},
		'undo: recreated 1 notification',
	],
])('a change on one line: %j', (given, text) => {
	expect(changeText({...change, ...given}, operation({}), moment + 300_000, 500)).toBe(`5 min ago   ${text}`);
});

test.each([[{}], [{detail: 'It is listed.'}]])(
	'a name of 300 characters leaves the channel, the recipient and the user: %j',
	given => {
		const input = {...creation.input, name: 'n'.repeat(300), userId: 'customer-104205', ...webhook};
		for (const text of [
			changeText({...change, ...given}, operation({input}), moment, 98),
			operationText(operation({input, state: 'creating'}), moment, 98),
		]) {
			expect(text).toMatch(/ POST to https:\/\/hooks\.example\.com\S*… · n*… · cus\S*(?:$| · It)/v);
			expect(widthOf(text)).toBeLessThanOrEqual(98);
		}
	},
);

test('a change whose content is no longer kept has its name', () => {
	expect(changeText(change, undefined, moment, 500)).toBe('0 s ago     created 8  Treasury');
});

test('the head of a change says what it did, when and how it ended', () => {
	expect(
		operationHead(
			operation({kind: 'recreate', snapshot: oldOne('1'), newId: '13', isUndo: true, undoes: 1}),
			moment + 300_000,
		),
	).toBe('Undo of #1: recreated 1 as 13 · 5 min ago · done');
	expect(operationHead(operation({newId: '13', by: {operator: 'anna', host: 'ci-7'}}), moment)).toBe(
		'created 13 · 0 s ago · done · by anna on ci-7',
	);
	expect(operationHead(operation({state: 'creating'}), moment + 2000)).toBe(
		'create · 2 s ago · the new notification may have been created',
	);
	expect(batchHead({...batch, counts: counts({done: 3})}, moment + 300_000)).toBe(
		'deleted 3 notifications · 5 min ago',
	);
});

test('a pending change names what it is about, with the recipient masked', () => {
	const edit = operation({
		kind: 'replace',
		state: 'created',
		snapshot: oldOne('7'),
		newId: '8',
		input: {...creation.input, ...webhook},
		detail: 'Both exist.',
	});
	expect(operationText(edit, moment, 500)).toMatch(
		/^0 s ago {5}replace 7 with 8 {2}POST to https:\/\/hooks\.example\.com\/… · Treasury · user-1$/v,
	);
	expect(operationText(edit, moment, 500)).not.toContain('the-secret');
	expect(
		operationText(operation({kind: 'delete', state: 'deleting', input: undefined, snapshot: oldOne('7')}), moment, 500),
	).toMatch(/delete 7 {2}E-mail .* · Treasury · user-1$/v);
	expect(operationText(operation({input: undefined, state: 'creating'}), moment, 500)).toBe('0 s ago     create');
	expect(batchText({...batch, counts: counts({unknown: 1, planned: 2})}, moment)).toBe(
		'0 s ago     deleted 0 of 3 (1 outcome unknown, 2 not started)',
	);
});

test('the details of an edit: what was done, old → new, its requests, and what it is now, with the recipient masked', () => {
	const edit = operation({
		kind: 'replace',
		snapshot: oldOne('7', webhook),
		newId: '8',
		input: {...creation.input, ...webhook, name: 'After'},
		isUndo: true,
		undoes: 4,
	});
	const requests = [
		request({target: '8'}),
		request({method: 'DELETE', target: '7', summary: `${webhook.recipient} refused`}),
	];
	const lines = changeDetailLines(edit, requests, operation({id: 9}), 102, moment + 300_000);
	const text = lines.map(({label = '', text: said}) => `${label}|${said}`).join('\n');
	expect(lines[0]).toMatchObject({tone: 'title'});
	expect(text).toMatch(/^\|POST to \S*… when value GT 1000 at /v);
	expect(text).toMatch(
		/^\|Undo of #4: replaced 7 with 8 · 5 min ago · done\nChange\|#5 on production, 2026-11-20 23:49\nMasked\|recipients, as in the whole history\nUndone\|2026-11-20 23:49 by #9$/mv,
	);
	expect(text).toContain('Old → new|\nName|Treasury → After');
	expect(text).toMatch(/^Requests\|.*POST 8.*\n\|.*DELETE 7/mv);
	expect(text).not.toContain('the-secret');
	expect(changeDetailLines(operation({place: 'line 3'}), [], undefined, 100, moment)).toContainEqual({
		label: 'Input',
		text: 'line 3',
	});
	expect(text).not.toContain('Input|');
	const deletion = changeDetailLines(
		operation({kind: 'delete', input: undefined, snapshot: oldOne('7')}),
		[],
		undefined,
		100,
		moment,
	).map(({label = '', text: said}) => `${label}|${said}`);
	expect(deletion).toContain('Requests|none');
	expect(deletion).not.toContain('Old → new|');
	expect(deletion.some(line => line.startsWith('Undo'))).toBe(false);
	expect(deletion).toContain('Name|Treasury');
	expect(deletion).toContain('ID|7');
	// A create that failed, or whose outcome is not known, has no ID.
	expect(
		changeDetailLines(operation({newId: undefined, snapshot: undefined}), [], undefined, 100, moment).map(
			({label = ''}) => label,
		),
	).not.toContain('ID');
});
