import {expect, test} from 'vitest';
import type {Bench} from '../../bench/measure.ts';
import {createShared} from '../../bench/shared.ts';

test('each measure gets what is shared once, and then anew', async () => {
	let made = 0;
	const shared = createShared(async () => ++made);
	const [bench, other] = [Object.create(null), Object.create(null)] as [Bench, Bench];
	expect([await shared(bench, 100, 'cpu'), await shared(bench, 100, 'bytes')]).toEqual([1, 1]);
	expect([await shared(bench, 100, 'cpu'), await shared(bench, 100, 'bytes')]).toEqual([2, 2]);
	expect(await shared(bench, 10_000, 'cpu')).toBe(3);
	expect(await shared(other, 100, 'bytes')).toBe(4);
});
