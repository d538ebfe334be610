import {describe, expect, test} from 'vitest';
import type {Failure, FailureKind} from '../../../source/service/failure.ts';
import {
	connectFields,
	fieldOfFailure,
	openConnect,
	reduceConnect,
	type ConnectAction,
	type ConnectState,
} from '../../../source/tui/connect/connect-form.ts';

const typed = (text: string): ConnectAction[] =>
	[...text].map(character => ({type: 'key', key: {name: character, text: character}}));
const key = (name: string): ConnectAction => ({type: 'key', key: {name, text: undefined}});
const next: ConnectAction = {type: 'move', by: 1};
const previous: ConnectAction = {type: 'move', by: -1};
const paste = (text: string): ConnectAction => ({type: 'paste', text});

function after(...actions: ConnectAction[]): ConnectState {
	let state = openConnect('');
	for (const action of actions) {
		state = reduceConnect(state, action);
	}

	return state;
}

const texts = ({edits}: ConnectState) => connectFields.map(field => edits[field].text);

test('the focus starts on the base URL, or on the API key where the base URL is known', () => {
	expect(openConnect('').focus).toBe('baseUrl');
	expect(texts(openConnect(''))).toEqual(['', '', '', '']);
	expect(openConnect('https://a').focus).toBe('apiKey');
	expect(texts(openConnect('https://a'))).toEqual(['https://a', '', '', '']);
});

test('the focus wraps around in both directions', () => {
	expect(after(next).focus).toBe('apiKey');
	expect(after(next, next).focus).toBe('name');
	expect(after(next, next, next, next).focus).toBe('baseUrl');
	expect(after(previous).focus).toBe('source');
	expect(after(previous, previous, previous, previous).focus).toBe('baseUrl');
});

test('typed text goes to the focused field, and each field keeps its cursor', () => {
	const state = after(...typed('https://a'), next, ...typed('sk'), key('left'), previous, next, ...typed('x'));
	expect(texts(state)).toEqual(['https://a', 'sxk', '', '']);
});

test('a key that edits nothing changes nothing', () => {
	const state = openConnect('https://a');
	expect(reduceConnect(state, key('pgup'))).toBe(state);
});

describe('a paste', () => {
	test.each([
		['loses the white space around it', [paste('  https://api.example/ \r\n')], 'https://api.example/'],
		['becomes one line', [paste('a\nb')], 'a b'],
		['goes to the cursor', [...typed('ad'), key('left'), paste('bc')], 'abcd'],
	])('%s', (_name, actions, text) => {
		expect(texts(after(...actions))).toEqual([text, '', '', '']);
		expect(texts(after(next, ...actions))).toEqual(['', text, '', '']);
	});
});

describe('a problem', () => {
	const problem: ConnectAction = {type: 'problem', field: 'apiKey', problem: 'The key is wrong.'};

	test('is shown at its field, which gets the focus, and replaces the previous one', () => {
		const state = after({type: 'problem', field: 'name', problem: 'No.'}, problem);
		expect(state.problems).toEqual({apiKey: 'The key is wrong.'});
		expect(state.focus).toBe('apiKey');
	});

	test('is removed by the next edit or paste, or when it is cleared', () => {
		expect(after(problem, ...typed('x')).problems).toEqual({});
		expect(after(problem, paste('x')).problems).toEqual({});
		expect(after(problem, {type: 'clear'}).problems).toEqual({});
	});

	test('stays while the focus moves', () => {
		expect(after(problem, next).problems).toEqual({apiKey: 'The key is wrong.'});
	});
});

test.each<[FailureKind, string]>([
	['unauthorized', 'apiKey'],
	['forbidden', 'apiKey'],
	['not-found', 'baseUrl'],
	['unreachable', 'baseUrl'],
	['timeout', 'baseUrl'],
	['redirected', 'baseUrl'],
	['unreadable', 'baseUrl'],
	['server', 'baseUrl'],
])('a failure of kind %s is about the field %s', (kind, field) => {
	const failure: Failure = {kind, outcome: 'rejected', summary: '', nextStep: ''};
	expect(fieldOfFailure(failure)).toBe(field);
});
