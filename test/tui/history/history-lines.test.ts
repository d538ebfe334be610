import {expect, test} from 'vitest';
import type {BatchCounts} from '../../../source/storage/batches/batch.ts';
import type {Change} from '../../../source/storage/journal/changes.ts';
import type {Operation, RequestEntry} from '../../../source/storage/journal/operation.ts';
import {changeDetailLines} from '../../../source/tui/history/change-detail-lines.ts';
import {batchText, changeText, operationText, requestText} from '../../../source/tui/history/history-lines.ts';
import {creation, moment, oldOne} from '../../storage/ledgers.ts';

const webhook = {channel: 'WEBHOOK', recipient: 'https://hooks.example.com/services/the-secret'};

const counts = (change: Partial<BatchCounts>): BatchCounts => ({planned: 0, created: 0, unknown: 0, done: 0, failed: 0, skipped: 0, ...change});
const batch = {id: 3, profile: 'p', kind: 'delete', startedAt: moment, counts: counts({done: 1000, failed: 2}), keeps: []} as const;
const request = (change: Partial<RequestEntry>): RequestEntry => ({id: 1, operation: 1, at: moment, method: 'POST', target: undefined, outcome: 'ok', status: 201, summary: undefined, moment: undefined, ...change});
const operation = (change: Partial<Operation>): Operation => ({
	...creation, id: 5, state: 'done', startedAt: moment, endedAt: moment, snapshot: undefined, newId: undefined, knownIds: [], detail: undefined, ...change,
});

test.each<[Partial<RequestEntry>, string]>([
	[{}, 'POST  ✓ 201'],
	[{target: '8', summary: ''}, 'POST 8  ✓ 201'],
	[{method: 'DELETE', target: '7\u{7}', outcome: 'rejected', status: 404, summary: 'Not found.'}, 'DELETE 7␇  ✗ rejected 404 Not found.'],
	[{outcome: 'sent', status: undefined}, 'POST  ? no response recorded'],
])('a request on one line: %j', (change, text) => {
	expect(requestText(request(change)).replace(/^2026-11-20 23:49(?::00)? {2}/v, '')).toBe(text);
});

const change: Change = {id: 5, kind: 'create', state: 'done', startedAt: moment, newId: '8', detail: undefined, oldId: undefined, isUndo: false, isUndone: false, batch: undefined, label: 'Treasury'} as unknown as Change;

test.each<[Partial<Change>, string]>([
	[{}, 'created 8  Treasury'],
	[{kind: 'replace', oldId: '7', detail: 'It is listed.', isUndone: true}, 'replaced 7 with 8  Treasury  It is listed.  undone'],
	[{isUndo: true, state: 'failed', newId: undefined, detail: 'Not created.'}, 'undo: create  Treasury  ✗ failed Not created.'],
	[{state: 'creating', newId: undefined}, 'create  Treasury  the new notification may have been created'],
	[{kind: 'delete', batch}, 'deleted 1,000 of 1,002 (2 failed)'],
	[{kind: 'delete', batch: {...batch, counts: counts({done: 3})}, isUndone: true}, 'deleted 3 notifications  undone'],
	[{kind: 'delete', isUndo: true, batch: {...batch, kind: 'recreate', counts: counts({done: 1})}}, 'undo: recreated 1 notification'],
])('a change on one line: %j', (given, text) => {
	expect(changeText({...change, ...given}, moment + 300_000)).toBe(`5 min ago   ${text}`);
});

test('a pending change names what it is about, with the recipient masked', () => {
	const edit = operation({kind: 'replace', state: 'created', snapshot: oldOne('7'), newId: '8', input: {...creation.input, ...webhook}, detail: 'Both exist.'});
	expect(operationText(edit)).toMatch(/Replacing 7 with 8 Treasury · user-1 · .*: both the new and the old notification exist\. Both exist\.$/v);
	expect(operationText(edit)).not.toContain('the-secret');
	expect(operationText(operation({kind: 'delete', state: 'deleting', input: undefined, snapshot: oldOne('7')}))).toContain('Deleting 7 Treasury · user-1');
	expect(operationText(operation({input: undefined}))).toMatch(/Creating: done\. $/v);
	expect(batchText({...batch, counts: counts({unknown: 1, planned: 2})})).toMatch(/Deleting 3: 1 outcome unknown, 2 not started\.$/v);
});

test('the details of an edit: what was done, old → new, its requests, and what it is now, with the recipient masked', () => {
	const edit = operation({kind: 'replace', snapshot: oldOne('7', webhook), newId: '8', input: {...creation.input, ...webhook, name: 'After'}, isUndo: true, undoes: 4});
	const requests = [request({target: '8'}), request({method: 'DELETE', target: '7', summary: `${webhook.recipient} refused`})];
	const lines = changeDetailLines(edit, requests, operation({id: 9}), 100);
	const text = lines.map(({label, text: said}) => `${label}|${said}`).join('\n');
	expect(lines[0]).toMatchObject({isHead: true});
	expect(text).toMatch(/^\|POST to \S*… when value GT 1000 at /v);
	expect(text).toMatch(/^Change\|undo: edit on production, 2026-11-20 23:49/mv);
	expect(text).toMatch(/^State\|done\.$/mv);
	expect(text).toContain('\nID|7 → 8\nUndoes|number 4\nUndone|2026-11-20 23:49');
	expect(text).toContain('Old → new|\nName|Treasury → After');
	expect(text).toMatch(/^Requests\|.*POST 8.*\n\|.*DELETE 7/mv);
	expect(text).not.toContain('the-secret');
	expect(changeDetailLines(operation({place: 'line 3'}), [], undefined, 100)).toContainEqual({label: 'Input', text: 'line 3'});
	expect(text).not.toContain('Input|');
	const deletion = changeDetailLines(operation({kind: 'delete', input: undefined, snapshot: oldOne('7')}), [], undefined, 100).map(({label, text: said}) => `${label}|${said}`);
	expect(deletion).toContain('Requests|none');
	expect(deletion).not.toContain('Old → new|');
	expect(deletion.some(line => line.startsWith('Undo'))).toBe(false);
	expect(deletion).toContain('Name|Treasury');
});
