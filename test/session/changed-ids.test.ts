import {expect, test} from 'vitest';
import {changedIds} from '../../source/session/operation-runner.ts';
import type {Operation} from '../../source/ledger/journal/operation.ts';
import {creation, oldOne} from '../ledger/ledgers.ts';

const operation = (change: Partial<Operation>): Operation => ({
	...creation,
	id: 1,
	state: 'done',
	startedAt: 0,
	endedAt: 0,
	snapshot: undefined,
	newId: undefined,
	knownIds: [],
	detail: undefined,
	...change,
});

test.each<[string, Partial<Operation>, ReturnType<typeof changedIds>]>([
	['a create', {kind: 'create', newId: '7'}, {gone: [], created: ['7']}],
	['a create of unknown outcome', {kind: 'create', state: 'creating'}, {gone: [], created: []}],
	['a delete', {kind: 'delete', snapshot: oldOne('1')}, {gone: ['1'], created: []}],
	['a delete that failed', {kind: 'delete', state: 'failed', snapshot: oldOne('1')}, {gone: [], created: []}],
	['a replace', {kind: 'replace', snapshot: oldOne('1'), newId: '7'}, {gone: ['1'], created: ['7']}],
	[
		'a replace whose old notification is still to be deleted',
		{kind: 'replace', state: 'deleting', snapshot: oldOne('1'), newId: '7'},
		{gone: [], created: ['7']},
	],
	['a replace that kept its ID', {kind: 'replace', snapshot: oldOne('1'), newId: '1'}, {gone: [], created: ['1']}],
	[
		'a replace that was rolled back',
		{kind: 'replace', state: 'rolled-back', snapshot: oldOne('1'), newId: '7'},
		{gone: ['7'], created: []},
	],
	['a restore', {kind: 'recreate', snapshot: oldOne('1'), newId: '7'}, {gone: [], created: ['7']}],
])('the IDs that %s changed', (_name, change, expected) => {
	expect(changedIds(operation(change))).toEqual(expected);
});
