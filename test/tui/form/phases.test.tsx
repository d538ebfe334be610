import {expect, test} from 'vitest';
import {startApp, stillClock, temporarySandbox} from '../../helpers/app.tsx';

test('while an edit is sent, each phase is shown, and what esc does in it', async () => {
	await using service = await temporarySandbox({samples: 12});
	await using app = await startApp({service, size: '120x40'});
	await app.waitFor('12 notifications');
	await app.press('e');
	await app.waitFor('edit notification 1');
	await app.press('BackTab', 'BackTab', 'C-u', 'New', 'Tab', 'C-s');
	const review = await app.waitFor('Replace 1');
	expect(review).toMatch(
		/ Replace 1 on \S+\?\n +New\n +E-mail treasury@example\.com when value > 10\n +at 0x[^\n]+\n +Name +Treasury: large transfers → New\n 1 is deleted once the new one is listed: the ID changes\./v,
	);
	expect(review).not.toContain('{');
	await app.press('J');
	expect(await app.waitFor('curl (creates only; 1 stays):')).toContain('{');

	let hold = service.faults.hold({on: 'list'});
	await app.press('C-s');
	await app.waitFor('Before sending: looking for it in the listing … 0 s · nothing was sent yet');
	expect(app.frame()).toContain('esc stop waiting');
	expect(app.frame()).not.toContain('y send');
	let next = service.faults.hold({on: 'create'});
	hold.release();
	await app.waitFor('1 of 3: creating the new one … 0 s · it may succeed even if you stop waiting');
	hold = service.faults.hold({on: 'list'});
	next.release();
	await app.waitFor('Accepted as ID 13. 2 of 3: checking that the new one is listed … 0 s');
	next = service.faults.hold({on: 'delete'});
	hold.release();
	const last = await app.waitFor('3 of 3: deleting the old one …');
	expect(last).toMatch(
		/✓ 1 of 3: creating the new one \(0 s\)\n ✓ 2 of 3: checking that the new one is listed \(0 s\)\n 3 of 3/v,
	);
	next.release();
	await app.waitFor('✓ Replaced 1 with 13');
});

test('what is being sent is not reported as a duplicate of itself when it is listed', async () => {
	await using service = await temporarySandbox({samples: 2});
	let now = stillClock.now();
	await using app = await startApp({service, size: '80x24', clock: {...stillClock, now: () => now}});
	await app.waitFor('2 notifications ');
	await app.press('c');
	await app.waitFor('clone notification 1');
	await app.press('BackTab', 'BackTab', 'BackTab', 'C-u', 'somebody else');
	await app.press('C-s');
	await app.waitFor('✓ No duplicate in the listing.');
	const {length} = app.frames;
	now += 20_000;
	const hold = service.faults.hold({on: 'list'});
	await app.press('C-s');
	// What the earlier listing showed is said before what is looked for now.
	await app.waitFor(/✓ No duplicate in the listing\.\n Before sending: looking for duplicates/v);
	hold.release();
	await app.waitFor('✓ Created 3');
	expect(app.frames.slice(length).join('\n')).not.toMatch(/is identical|allow-duplicate/v);
});
