import {expect, test} from 'vitest';
import {listedIn, planUndo} from '../../source/operations/undo-plan.ts';
import type {Operation} from '../../source/ledger/journal/operation.ts';
import {recordOf} from '../helpers/sightings.ts';
import {input, operationWith} from './evidence-cases.ts';

test.each<[Partial<Operation>, string]>([
	[{state: 'creating'}, 'It is pending: finish it or roll it back.'],
	[{state: 'done', endedAt: 1, newId: '8'}, 'It is undone already, or is being undone.'],
	[{state: 'done', endedAt: 1}, 'Its ID is not known: no listing showed it.'],
	[{state: 'failed', endedAt: 1}, 'It took no effect.'],
	[{kind: 'delete', state: 'failed', endedAt: 1}, 'Nothing was deleted, or it is undone already.'],
])('what the journal does not let undo is not planned, although it is listed: %j', (change, reason) => {
	const journal = {
		undoable: () => undefined,
		successor: () => undefined,
		requestsOf: () => [],
		ownerElsewhere: () => undefined,
	};
	expect(planUndo(journal, operationWith(change), listedIn([recordOf('8', input)], true))).toMatchObject({
		kind: 'impossible',
		reason,
		isMoot: true,
		...(change.endedAt === undefined && {isPending: true}),
	});
});
