import {expect, test} from 'vitest';
import {createVirtualTime} from './virtual-time.ts';

test('what is scheduled happens at its own moment, in order', () => {
	const time = createVirtualTime();
	const happened: string[] = [];
	const schedule = (delay: number, name: string) => {
		time.schedule(delay, () => {
			happened.push(`${name} at ${time.now()}`);
		});
	};

	schedule(30, 'late');
	schedule(10, 'first');
	schedule(10, 'second');
	schedule(0, 'at once');
	expect(happened).toStrictEqual(['at once at 0']);
	expect(time.restsAt()).toBe(30);
	time.advance(29);
	expect(happened).toStrictEqual(['at once at 0', 'first at 10', 'second at 10']);
	expect(time.now()).toBe(29);
	time.advance(100);
	expect(happened.at(-1)).toBe('late at 30');
	expect(time.restsAt()).toBe(129);
});
