import {expect, test} from 'vitest';
import {timeAgo} from '../../source/terminal/time.ts';

test('an age is said in the largest unit that is not too coarse', () => {
	expect([-5, 900, 59_999, 60_000, 7_199_000, 86_400_000, 90_000_000_000].map(age => timeAgo(age))).toEqual([
		'0 s ago',
		'0 s ago',
		'59 s ago',
		'1 min ago',
		'1 h ago',
		'1 d ago',
		'1,041 d ago',
	]);
});
