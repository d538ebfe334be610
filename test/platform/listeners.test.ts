import {expect, test} from 'vitest';
import {createListeners} from '../../source/platform/listeners.ts';

test('each listener is called with what happened, in order, until it is removed', () => {
	const {add, notify, isEmpty} = createListeners<[text: string]>();
	const called: string[] = [];
	const removeFirst = add(text => called.push(`first ${text}`));
	const second = (text: string) => {
		called.push(`second ${text}`);
	};

	const removeSecond = add(second);
	add(second);
	notify('a');
	removeFirst();
	notify('b');
	expect(called).toEqual(['first a', 'second a', 'second b']);
	expect(isEmpty()).toBe(false);
	removeSecond();
	expect(isEmpty()).toBe(true);
});
