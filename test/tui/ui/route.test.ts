import {expect, test} from 'vitest';
import type {Session} from '../../../source/account/session.ts';
import {accountsOf, reduceNavigation, type NavigationState, type Notice} from '../../../source/tui/ui/navigation.ts';
import type {Route} from '../../../source/tui/app/screens.tsx';

const home: Route = {name: 'home'};
const form: Route = {name: 'form', origin: {kind: 'new'}};
const key: Route = {name: 'key'};
const help: Route = {name: 'help', scope: 'list'};
const good: Notice = {tone: 'good', text: 'Done.'};

const on = (...stack: Route[]): NavigationState => ({stack, notice: undefined});

test('leaving a screen also removes those above it, with a notice or without', () => {
	expect(reduceNavigation({...on(home, form, help), notice: good}, {type: 'pop', index: 2})).toEqual(on(home, form));
	expect(reduceNavigation(on(home, form), {type: 'pop', index: 1, notice: good})).toEqual({...on(home), notice: good});
	expect(reduceNavigation(on(home, form, key, help), {type: 'pop', index: 1})).toEqual(on(home));
});

test('what keys of the list do next is said in the list alone', () => {
	const notice: Notice = {text: 'Done.', inList: 'u: undo'};
	expect(reduceNavigation(on(home, form), {type: 'pop', index: 1, notice}).notice).toEqual({text: 'Done. u: undo'});
	expect(reduceNavigation(on(home, form, key), {type: 'pop', index: 2, notice}).notice).toEqual({text: 'Done.'});
	expect(reduceNavigation(on(home, form), {type: 'notice', notice}).notice).toEqual({text: 'Done.'});
});

test('it also removes routes of the given names directly below it', () => {
	expect(reduceNavigation(on(home, form, key, help), {type: 'pop', index: 3, also: ['key']})).toEqual(on(home, form));
	expect(reduceNavigation(on(home, key, form, help), {type: 'pop', index: 3, also: ['key']})).toEqual(
		on(home, key, form),
	);
	expect(reduceNavigation(on(home, form, key, help), {type: 'pop', index: 3, also: ['key', 'form']})).toEqual(on(home));
});

test('home is never removed', () => {
	expect(reduceNavigation(on(home), {type: 'pop', index: 0, notice: good})).toEqual({...on(home), notice: good});
	expect(reduceNavigation(on(home, form), {type: 'pop', index: 0})).toEqual(on(home, form));
	expect(reduceNavigation(on(home, form), {type: 'pop', index: 1, also: ['home']})).toEqual(on(home));
});

test('a screen that is gone already removes nothing', () => {
	expect(reduceNavigation(on(home, key), {type: 'pop', index: 2})).toEqual(on(home, key));
	expect(reduceNavigation(on(home, key), {type: 'pop', index: 2, also: ['key'], notice: good})).toEqual({
		...on(home, key),
		notice: good,
	});
});

test('a screen acts on the account of its route, or on that of the screen below', () => {
	const [open, other, renewed] = [{id: 1}, {id: 2}, {id: 3}] as unknown as readonly [Session, Session, Session];
	const state = on(home, {...form, account: other}, key);
	expect(accountsOf(state.stack, open)).toEqual([open, other, other]);
	expect(accountsOf([home], undefined)).toEqual([undefined]);
	const replaced = reduceNavigation(state, {type: 'replace-account', before: other, account: renewed});
	expect(accountsOf(replaced.stack, open)).toEqual([open, renewed, renewed]);
	expect(reduceNavigation(state, {type: 'replace-account', before: open, account: renewed})).toEqual(state);
});

test('a warning outlives notices and screens until it is acknowledged', () => {
	const warned = reduceNavigation(on(home), {type: 'warn', warning: 'Careful.'});
	const moved = reduceNavigation(
		reduceNavigation(reduceNavigation(warned, {type: 'push', route: form}), {type: 'notice', notice: good}),
		{type: 'pop', index: 1},
	);
	expect(moved).toEqual({...on(home), warning: 'Careful.'});
	expect(reduceNavigation(moved, {type: 'acknowledge'})).toEqual(on(home));
});
