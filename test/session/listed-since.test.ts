import {expect, test} from 'vitest';
import {createListedSince} from '../../source/session/listed-since.ts';
import {createMonotonicClock} from '../../source/platform/clock.ts';

test('what appeared is known since then, what the first listing showed for ever, also once it is gone', () => {
	let now = 10;
	const listed = new Set(['1', '2']);
	const {note, noteGone, of} = createListedSince(
		createMonotonicClock('era', () => now),
		id => listed.has(id),
	);
	expect(of('1')).toEqual({era: 'era', at: -Infinity});
	expect(of('3')).toBeUndefined();

	listed.delete('1');
	expect(of('1')).toBeUndefined();
	note({appeared: new Set(['3']), vanished: new Set(['1'])});
	expect([of('1')?.at, of('2')?.at, of('3')?.at, of('4')]).toEqual([-Infinity, -Infinity, 10, undefined]);

	// What appears again was seen before; what is gone stays known.
	now = 20;
	note({appeared: new Set(['3', '4']), vanished: new Set()});
	noteGone(['5']);
	expect([of('3')?.at, of('4')?.at, of('5')?.at]).toEqual([10, 20, -Infinity]);
});
