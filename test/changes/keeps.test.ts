import {expect, test} from 'vitest';
import {remove} from '../sandbox/client.ts';
import {ending, inputs, other, setUp} from './harness.ts';

test('nothing more is deleted once a later listing lacks what is to stay', async () => {
	const place = await setUp({existing: [...inputs(3), other]});
	const asks = await place.deletions('1', '2', '3');
	const ended = await place.during(
		'delete',
		async () => place.run(asks, {limit: 1, keeps: new Set(['4'])}),
		async () => {
			await remove(place.service, '4');
			// The next DELETE needs another listing.
			place.time.at += 61_000;
		},
	);
	expect(ending(ended)).toBe(
		'planned 2, done 1; Nothing more was deleted: 4, which was to stay, is not listed any more. Look for duplicates again.',
	);
	expect(place.writes.filter(write => write.startsWith('DELETE'))).toEqual(['DELETE 1', 'DELETE 4']);
});
