import {expect, test} from 'vitest';
import {toCreateBody} from '../../source/service/body.ts';
import {planReplaces} from '../../source/operations/plan.ts';
import {runBatch, skipRest} from '../../source/operations/run-set.ts';
import {takeSnapshot} from '../../source/operations/sent.ts';
import {replace, resume, rollBack} from '../../source/operations/one.ts';
import {answer} from '../helpers/http-server.ts';
import {sendDelete} from '../sandbox/client.ts';
import {input} from '../ledger/ledgers.ts';
import {counted, createBulkHarness, idsOf, inputs, items} from './bulk/bulk-harness.ts';
import {startRawService} from './raw-service.ts';
import {createHarness, expectOpen, list, setUp, snapshotAt} from './harness.ts';

const edited = {...input, recipient: 'others@example.com'};
const gone = (oldId: string, newId: string, what = 'deleted or edited it') =>
	`${oldId} was already gone: somebody else ${what}. Finish this to keep ${newId}; delete that afterwards if it is not wanted.`;

/** An edit of 1 while somebody else deletes 1, before our DELETE. */
async function editedElsewhere() {
	const work = await setUp({existing: [input]});
	const hold = work.sandbox.faults.hold({on: 'create', count: 1});
	const replacing = replace(work.context, await snapshotAt(work.sandbox, '1'), edited);
	await hold.arrived;
	await sendDelete(work.sandbox, '1');
	hold.release();
	return {...work, result: await replacing, read: () => work.ledger.journal.get(1)!};
}

test('an edit whose old notification is gone before the DELETE sends none, says so, and is finished by the operator', async () => {
	const work = await editedElsewhere();
	expect(expectOpen(work.result).reason).toBe(gone('1', '2'));
	expect(work.read()).toMatchObject({state: 'created', newId: '2'});
	expect(await rollBack(work.context, work.read())).toMatchObject({
		kind: 'open',
		reason: '2 was kept, because 1 is no longer listed. Finish it instead.',
	});
	expect(await resume(work.context, work.read())).toMatchObject({
		kind: 'done',
		operation: {newId: '2', detail: 'It was already gone when it was to be deleted.'},
	});
	expect(work.writes).toStrictEqual(['POST', 'DELETE 1']);
});

test('a bulk edit leaves such items open, and does not call them replaced', async () => {
	const work = createBulkHarness(await setUp({existing: inputs(2)}));
	const listed = await list(work.service);
	const plan = await planReplaces(
		work.bulk,
		await Promise.all(
			listed.map(async ({id}, index) => ({
				snapshot: await snapshotAt(work.service, id),
				input: {...inputs(2)[index]!, name: 'Edited'},
			})),
		),
	);
	const batch = plan.kind === 'planned' ? plan.batch : 0;
	const hold = work.sandbox.faults.hold({on: 'create', count: 1});
	const running = runBatch(work.bulk, batch);
	await hold.arrived;
	await sendDelete(work.sandbox, '1');
	hold.release();
	expect(await running).toMatchObject({counts: counted({done: 1, created: 1})});
	const [first] = items(work, batch);
	expect(first).toMatch(
		/^1 created (?<id>\d) 1 was already gone: somebody else deleted or edited it\. Finish this to keep \k<id>;/v,
	);
	expect(work.writes.filter(write => write === 'DELETE 1')).toHaveLength(1);
	expect(await skipRest(work.bulk, batch)).toMatchObject({counts: counted({done: 1, created: 1})});
	expect(await runBatch(work.bulk, batch)).toMatchObject({counts: counted({done: 2})});
	expect(await idsOf(work)).toHaveLength(2);
});

test.each([
	['the same', 'Edited'],
	['another', 'Edited elsewhere'],
])(
	'of two machines that edit the same ones in bulk to %s text, each replaces what the other does not',
	async (_name, theirName) => {
		const mine = createBulkHarness(await setUp({existing: inputs(6)}));
		const theirs = createBulkHarness(createHarness(mine.service));
		const listed = await list(mine.service);
		const runAs = async (place: typeof theirs, name: string) => {
			const plan = await planReplaces(
				place.bulk,
				listed.map((one, index) => ({snapshot: takeSnapshot(one), input: {...inputs(6)[index]!, name}})),
			);
			const batch = plan.kind === 'planned' ? plan.batch : 0;
			const {counts} = await runBatch(place.bulk, batch);
			return {done: counts.done, texts: items(place, batch)};
		};

		const both = await Promise.all([runAs(mine, 'Edited'), runAs(theirs, theirName)]);
		expect(both[0].done + both[1].done).toBe(6);
		const open = both.flatMap(({texts}) => texts).filter(text => !text.includes(' done '));
		expect(open).toHaveLength(6);
		expect(open.filter(text => !text.includes('was already gone: somebody else'))).toEqual([]);
	},
);

test.each(['one', 'many'] as const)(
	'another notification that has the ID of the old one is not deleted (%s): some services use IDs again',
	async how => {
		const service = await startRawService([{...toCreateBody(input), id: 1}], {
			created(response, record) {
				// Somebody else deleted 1, and created another one, which got its ID.
				service.records[0] = {...toCreateBody({...input, name: 'Another'}), id: 1};
				answer(response, 201, record);
			},
		});
		const work = createBulkHarness(createHarness(service));
		const snapshot = await snapshotAt(service, '1', input);
		if (how === 'one') {
			expect(expectOpen(await replace(work.context, snapshot, edited)).reason).toContain('1 was already gone');
		} else {
			const plan = await planReplaces(work.bulk, [{snapshot, input: edited}]);
			expect(await runBatch(work.bulk, plan.kind === 'planned' ? plan.batch : 0)).toMatchObject({
				counts: counted({created: 1}),
			});
		}

		expect(work.writes).toStrictEqual(['POST']);
		expect(service.records).toMatchObject([{id: 1, notification_name: 'Another'}, {id: 2}]);
	},
);
