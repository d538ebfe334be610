import {expect, test} from 'vitest';
import {pendingRefusal} from '../../source/account/pending-changes.ts';

const own = (...ids: string[]) => ids.map(id => [id, undefined] as const);

test.each([
	['nothing is pending', ['1'], own('2'), undefined],
	['one', ['1'], own('1'), {reason: 'A change of 1 is pending: finish it or roll it back first.', isPending: true}],
	[
		'one of two',
		['1', '2'],
		own('1'),
		{
			reason: 'Of these 2, 1 has a pending change (1): finish it or roll it back first, or leave it out.',
			isPending: true,
		},
	],
	[
		'many',
		['1', '2', '3', '4', '5', '6', '7'],
		own('1', '2', '3', '4', '5', '6'),
		{
			reason:
				'Of these 7, 6 have a pending change (1, 2, 3, 4, 5 and 1 more): finish it or roll it back first, or leave them out.',
			isPending: true,
		},
	],
	[
		'one, in another process',
		['1'],
		[['1', {pid: 77}] as const],
		{reason: 'Another chainbell (process 77) is working on 1. Try again when it has finished.'},
	],
	[
		'one, at a colleague',
		['1'],
		[['1', {operator: 'anna\u{1B}', host: 'ci-7'}] as const],
		{reason: 'anna␛ on ci-7 is working on 1. Try again when they have finished.'},
	],
	[
		'several, some of them in another process',
		['1', '2', '3', '4'],
		[...own('1'), ['2', {pid: 77}] as const, ['3', {pid: 77}] as const],
		{
			reason:
				'Another chainbell (process 77) is working on 2 of these 4 (2, 3). Try again when it has finished, or leave them out.',
		},
	],
])('the refusal where what is pending is: %s', (_name, ids, pending, refusal) => {
	expect(pendingRefusal(ids, new Map(pending.map(([id, holder]) => [id, {holder}])))).toEqual(refusal);
});
