import {expect, test} from 'vitest';
import {idsByForm} from '../../../source/operations/plan.ts';
import {surveyRecreation, type Recreated} from '../../../source/operations/undo.ts';
import {recordOf} from '../../helpers/sightings.ts';
import {input, oldOne} from '../../ledger/ledgers.ts';

test('the IDs of all that are alike are found by their form', async () => {
	const records = [
		recordOf('1', {name: 'a'}),
		recordOf('2', {name: 'b'}),
		{kind: 'unreadable', index: 2, problem: '', raw: {id: '3'}} as const,
		recordOf('4', {name: 'a'}),
	];
	expect(await idsByForm(records, ({name}) => name)).toEqual(
		new Map([
			['a', ['1', '4']],
			['b', ['2']],
		]),
	);
});

const survey = async (...snapshots: ReadonlyArray<Recreated['snapshot']>) =>
	surveyRecreation(snapshots.map(snapshot => ({snapshot})));

test('what cannot be recreated exactly is counted by why', async () => {
	const {template, topics} = input;
	const known = {...oldOne('1'), template, topics};
	const odd = {...known, id: '2', input: {...known.input, channel: 'PIGEON'}};
	const redacted = {...known, id: '3', input: {...known.input, name: '[API key]'}};
	expect(await survey(known, odd, oldOne('4'))).toMatchObject({
		count: 3,
		contentUnknown: 1,
		incomplete: 0,
		duplicates: 0,
	});
	expect(await survey()).toEqual({count: 0, contentUnknown: 0, undocumented: 0, incomplete: 0, duplicates: 0});
	const one = await survey(known);
	const two = await survey(known, odd);
	expect(two.undocumented - one.undocumented).toBe(1);
	expect(await survey(known, redacted)).toMatchObject({count: 1, incomplete: 1});
});
