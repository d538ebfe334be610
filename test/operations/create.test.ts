import {describe, expect, test} from 'vitest';
import {create, type CreateOptions} from '../../source/operations/create.ts';
import {pursue} from '../../source/operations/pursue.ts';
import type {Fault} from '../../source/sandbox/faults/switches.ts';
import {input} from '../ledger/ledgers.ts';
import {account, createElsewhere, forms, journalled, setUp} from './rig.ts';

const plain: CreateOptions = {acceptedIds: new Set(), isUnchecked: false};
const other = {...input, userId: 'somebody else'};

type Case = {
	readonly faults: readonly Fault[];
	/** What the journal says of the POST, as far as it was answered. */
	readonly request: string;
	readonly kind?: 'done' | 'failed';
	readonly note?: string | RegExp;
};

const cases: Record<string, Case> = {
	'answered 201': {faults: [], request: 'POST 2 ok'},
	'answered 200': {faults: [{name: 'create-200'}], request: 'POST 2 ok'},
	'no id in the answer': {faults: [{name: 'create-no-id'}], request: 'POST ok'},
	'the id is a string': {faults: [{name: 'create-string-id'}], request: 'POST 2 ok'},
	'committed, then reset': {faults: [{name: 'create-drop-after'}], request: 'POST unknown'},
	'committed, then a 500': {faults: [{name: 'create-500-after'}], request: 'POST unknown 500'},
	'committed, and the body is cut': {faults: [{name: 'create-cut'}], request: 'POST unknown'},
	'reset, not committed': {faults: [{name: 'create-drop-before'}], request: 'POST unknown', kind: 'failed', note: 'It did not arrive. No listing shows it.'},
	'a 500, not committed': {faults: [{name: 'create-500-before'}], request: 'POST unknown 500', kind: 'failed', note: 'It did not arrive. No listing shows it.'},
	'listed late': {faults: [{name: 'create-late', value: 4}], request: 'POST 2 ok'},
	'committed, then reset, and listed late': {faults: [{name: 'create-late', value: 4}, {name: 'create-drop-after'}], request: 'POST unknown'},
	'no id in the answer, and listed late': {faults: [{name: 'create-late', value: 4}, {name: 'create-no-id'}], request: 'POST ok'},
};

test.each(Object.entries(cases))('%s', async (_name, {faults, request, kind = 'done', note}) => {
	const work = await setUp({there: [other], faults});
	const settled = await create(work.bench, input, plain);

	expect(settled.kind).toBe(kind);
	expect(work.writes).toStrictEqual(['POST']);
	const newId = kind === 'done' ? '2' : undefined;
	console.log(journalled(work));
	expect(journalled(work)).toStrictEqual({state: kind, newId, note, requests: [request]});
	expect(await account(work.sandbox)).toStrictEqual(forms({1: other, ...(kind === 'done' && {2: input})}));
});
