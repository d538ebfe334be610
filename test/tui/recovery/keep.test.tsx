import {expect, test} from 'vitest';
import {editKeys, startJourney, wrapped} from '../../helpers/evidence.tsx';
import {createElsewhere, snapshotAt} from '../../operations/harness.ts';
import {sendDelete} from '../../sandbox/client.ts';

test.each([
	['m', 'Delete 3 from 127.0.0.1', ['2', '4']],
	['t', 'Delete 4 from 127.0.0.1', ['2', '3']],
] as const)(
	'where somebody else edited the same notification, %s keeps one after a question',
	async (key, question, left) => {
		await using journey = await startJourney();
		const {app, sandbox, ids} = journey;
		const {input} = await snapshotAt(sandbox, '1');
		const hold = sandbox.faults.hold({on: 'create', when: 'before', count: 1});
		await app.press(...editKeys);
		await hold.arrived;
		await createElsewhere(sandbox, {...input, name: 'Theirs', template: 'words', topics: ['', '', '', '']});
		await sendDelete(sandbox, '1');
		hold.release();
		await app.waitFor('1 pending');
		await app.press('!');
		await app.waitFor(wrapped('somebody else edited it, probably as 3. Finish this to keep 4'));
		expect(app.frame()).toContain('m keep mine  t keep theirs');
		await app.press(key);
		await app.waitFor(wrapped(question));
		await app.press('y');
		await app.waitFor(/✓ (?:Replaced|Rolled back)/v);
		expect(await ids()).toEqual(left);
	},
);
