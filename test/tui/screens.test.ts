import {expect, expectTypeOf, test} from 'vitest';
import type {ListedRecord} from '../../source/domain/notification.ts';
import {bindingsOf} from '../../source/tui/keys/match.ts';
import {screens, type Route} from '../../source/tui/screens.tsx';

test('a route has the name of its screen and the props of its component', () => {
	expectTypeOf<Extract<Route, {name: 'detail'}>>().toExtend<{readonly name: 'detail'; readonly record: ListedRecord}>();
	expectTypeOf<{name: 'bulk-resume'; batch: number}>().toExtend<Route>();
	expectTypeOf<{name: 'bulk-resume'}>().not.toExtend<Route>();
	expectTypeOf<{name: 'nowhere'}>().not.toExtend<Route>();
});

test.each(Object.entries(screens))('the keys of the screen %s are in the table of bindings', (_name, {scope}) => {
	expect(bindingsOf(scope)).not.toEqual([]);
});
