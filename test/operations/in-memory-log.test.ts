import {expect, test} from 'vitest';
import {createInMemoryLog} from '../../source/operations/in-memory-log.ts';
import {input} from '../storage/ledgers.ts';

const begun = {profile: 'p', profileName: 'p', kind: 'create', input} as const;

test('an operation keeps what a change does not name, and ends in a final state', async () => {
	const log = createInMemoryLog();
	const {id} = await log.begin(begun);
	expect(await log.advance(id, {state: 'creating', knownIds: ['1'], detail: 'Sent.'})).toMatchObject({
		state: 'creating', knownIds: ['1'], detail: 'Sent.', newId: undefined, endedAt: undefined, input,
	});
	expect(await log.advance(id, {newId: '7'})).toMatchObject({state: 'creating', knownIds: ['1'], detail: 'Sent.', newId: '7', endedAt: undefined});
	expect(await log.advance(id, {state: 'done', newId: '8', detail: ''})).toMatchObject({state: 'done', knownIds: ['1'], detail: '', newId: '8', endedAt: 0});
});

test('an answer belongs to its request, and keeps the target and the moment that it does not name', async () => {
	const log = createInMemoryLog();
	const {id} = await log.begin(begun);
	const sentAt = {era: 'boot', at: 1};
	const answeredAt = {era: 'boot', at: 2};
	const first = await log.requestSent(id, {method: 'POST', moment: sentAt});
	const second = await log.requestSent(id, {method: 'DELETE', target: '1', moment: sentAt});
	await log.requestAnswered(second, {outcome: 'unknown', status: 500, summary: 'It failed.'});
	expect(log.requestsOf(id)).toMatchObject([
		{id: first, method: 'POST', outcome: 'sent', target: undefined, moment: sentAt},
		{id: second, method: 'DELETE', outcome: 'unknown', status: 500, summary: 'It failed.', target: '1', moment: sentAt},
	]);

	await log.requestAnswered(first, {outcome: 'ok', target: '7', moment: answeredAt});
	expect(log.requestsOf(id)).toMatchObject([{outcome: 'ok', target: '7', moment: answeredAt}, {outcome: 'unknown', target: '1'}]);
});

test('refused fields belong to the detail that they came with', async () => {
	const log = createInMemoryLog();
	const {id} = await log.begin({...begun, place: 'line 3'});
	const issues = [{field: 'template', message: 'Too short.'}];
	expect(await log.advance(id, {detail: 'Refused.', issues})).toMatchObject({place: 'line 3', issues});
	expect(await log.advance(id, {state: 'creating'})).toMatchObject({detail: 'Refused.', issues});
	expect(await log.advance(id, {detail: ''})).toMatchObject({issues: []});
});
