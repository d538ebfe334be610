import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, expectTypeOf, test} from 'vitest';
import type {ListedRecord} from '../../../source/notification/notification.ts';
import {bindingsOf} from '../../../source/tui/keys/match.ts';
import {screens, type Route} from '../../../source/tui/app/screens.tsx';

test('a route has the name of its screen and the props of its component', () => {
	expectTypeOf<Extract<Route, {name: 'detail'}>>().toExtend<{readonly name: 'detail'; readonly record: ListedRecord}>();
	expectTypeOf<{name: 'change'; set: number; begin: 'finish'}>().toExtend<Route>();
	expectTypeOf<{name: 'change'}>().not.toExtend<Route>();
	expectTypeOf<{name: 'nowhere'}>().not.toExtend<Route>();
});

test.each(Object.entries(screens))('the keys of the screen %s are in the table of bindings', (_name, [, , scope]) => {
	expect(bindingsOf(scope)).not.toEqual([]);
});

/** All files that a file imports, with what they import, without dynamic imports. */
function staticImports(file: string, found = new Set<string>()): ReadonlySet<string> {
	for (const [, imported] of readFileSync(file, 'utf8').matchAll(
		/^(?:import|export) (?!type\b)[^;]*? from '(\..+)';$/gmv,
	)) {
		const target = path.join(path.dirname(file), imported!);
		if (found.has(target)) {
			continue;
		}

		found.add(target);
		staticImports(target, found);
	}

	return found;
}

test('the start imports the screens that it can show, and no other', () => {
	const files = [...staticImports(path.resolve('source/tui/app/run.tsx'))].map(file =>
		path.relative(path.resolve('source/tui'), file),
	);
	const views = files.filter(file => /^(?:accounts|changes|files|form|list|tools)\/.*\.tsx$/v.test(file));
	expect(views.toSorted()).toEqual(['accounts/connect.tsx', 'list/list-screen.tsx', 'list/preview.tsx']);
});

test('the keys of all screens are imported without any of their code', () => {
	const files = [...staticImports(path.resolve('source/tui/keys/bindings.ts'))].map(file =>
		path.relative('source', file),
	);
	expect(files.filter(file => file.startsWith('tui/') && !/\/(?!use-)[\w\-]+-keys\.ts$/v.test(file))).toEqual([]);
});
