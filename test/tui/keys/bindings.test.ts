import {describe, expect, test} from 'vitest';
import {bindings, isTextScope, scopes as scopeTable, type Scope} from '../../../source/tui/keys/bindings.ts';
import {type KeyPress, bindingsOf, hintsOf, match} from '../../../source/tui/keys/match.ts';
import {editText} from '../../../source/tui/keys/text-edit.ts';
import {allHold} from '../../helpers/all-guards.ts';
import {matching} from '../../helpers/texts.ts';

const scopes = Object.keys(scopeTable) as Scope[];
const texts = scopes.filter(scope => isTextScope(scope));

const key = (name: string): KeyPress => ({name, text: undefined});
const typed = (text: string): KeyPress => ({name: text === ' ' ? 'space' : text, text});

/** The press that a binding's key stands for: one character types itself. */
const pressOf = (name: string) => {
	const text = name === 'space' ? ' ' : name;
	return text.length === 1 ? typed(text) : key(name);
};

describe('the table', () => {
	test.each(scopes)('in the scope %s no key is bound twice', scope => {
		const keys = bindingsOf(scope).flatMap(binding => binding.keys);
		expect(keys).toEqual([...new Set(keys)]);
	});

	test.each(texts)('in the scope %s single characters are text', scope => {
		for (const name of bindingsOf(scope).flatMap(binding => binding.keys)) {
			expect(pressOf(name).text).toBeUndefined();
		}
	});

	test.each(texts)('in the scope %s no binding takes a key that edits text', scope => {
		const taken = [...bindingsOf(scope), ...bindingsOf('everywhere')]
			.flatMap(binding => binding.keys)
			.filter(
				name => pressOf(name).text === undefined && editText({text: 'a b c', cursor: 2}, key(name)) !== undefined,
			);
		// There it deletes a word once something was typed.
		expect(taken).toEqual(scope === 'form' ? ['alt+d'] : []);
	});

	test.each(['a', 'i', 'V'])('%s marks nothing before all rows are there', name => {
		expect(match('list', typed(name), {...allHold, hasAllRows: false})).toEqual({
			kind: 'refused',
			reason: 'The listing is still being read.',
		});
	});

	test('every binding has keys and a label, and every hint says something', () => {
		for (const {keys, label, hint = 'none'} of bindings) {
			expect(keys.length).toBeGreaterThan(0);
			expect(keys.every(name => name.trim() !== '')).toBe(true);
			expect(label.trim()).not.toBe('');
			expect(hint.trim()).not.toBe('');
		}
	});

	test('every key that confirms is in the footer while its question is asked', () => {
		for (const {scope, action, confirms} of bindings) {
			if (confirms === true) {
				expect(hintsOf(scope, allHold).map(shown => shown.action)).toContain(action);
			}
		}
	});

	test("keys are named as Ink's are", () => {
		const name =
			/^(?:(?:ctrl\+)?(?:alt\+)?(?:shift\+)?(?:up|down|left|right|pgup|pgdn|home|end|enter|esc|tab|backspace|delete|space)|(?:ctrl|alt)\+[a-z]|ctrl\+[\/_]|[^\s\p{Control}])$/v;
		for (const bound of bindings.flatMap(({keys}) => keys)) {
			expect(bound).toMatch(name);
		}
	});

	test('dangerous bindings are marked, and never on enter, space or esc', () => {
		const dangerous = bindings.filter(({isDangerous}) => isDangerous);
		expect(dangerous).toEqual(
			bindings.filter(
				({scope, action}) =>
					['delete', 'park', 'confirm', 'discard', 'remove', 'stop', 'take-back', 'same'].includes(action) &&
					scope !== 'bulk-paused',
			),
		);
		expect(dangerous.length).toBeGreaterThan(0);
		for (const {keys} of dangerous) {
			expect(keys).not.toContain('enter');
			expect(keys).not.toContain('space');
			expect(keys).not.toContain('esc');
		}
	});

	test('what deletes, discards or sends after a question takes only a key pressed on its own', () => {
		expect(bindings.filter(({confirms}) => confirms).map(({scope, action}) => `${scope} ${action}`)).toEqual([
			'review send',
			'question confirm',
			'bulk accept',
			'protected accept',
			'account same',
			'account another',
		]);
	});

	test('bindings that delete or create need a writable profile', () => {
		const writing = bindings.filter(({action}) => ['delete', 'park', 'new'].includes(action));
		expect(writing.filter(({guards = {}}) => !('isWritable' in guards))).toEqual([]);
	});

	test('every scope has back, quit and help', () => {
		for (const scope of scopes) {
			expect(match(scope, key('esc'), allHold)).toEqual({kind: 'action', action: 'back'});
			expect(match(scope, key('ctrl+c'), allHold)).toEqual({kind: 'action', action: 'exit'});
			expect(match(scope, key('ctrl+g'), allHold)).toEqual({kind: 'action', action: 'help'});
		}
	});
});

describe('match', () => {
	test('every key of the table matches its action', () => {
		for (const {scope, keys, action, confirms} of bindings) {
			for (const name of keys) {
				expect(match(scope, pressOf(name), allHold)).toEqual({kind: 'action', action, confirms});
			}
		}
	});

	test.each<[Scope, KeyPress, string]>([
		['list', typed('j'), 'down'],
		['list', typed('?'), 'help'],
		['detail', typed('q'), 'back'],
		['list', typed('q'), 'quit'],
		['form', key('tab'), 'next'],
		['form', key('ctrl+l'), 'redraw'],
	])('in %s, %o is %s', (scope, press, action) => {
		expect(match(scope, press, allHold)).toEqual({kind: 'action', action});
	});

	test('a binding is refused with the notice of its first guard that does not hold', () => {
		expect(match('list', typed('e'), {...allHold, isTargetReadable: false})).toEqual({
			kind: 'refused',
			reason: 'No readable notification here.',
		});
		expect(match('list', typed('d'), {...allHold, isWritable: false})).toEqual({
			kind: 'refused',
			reason: 'This profile is read-only.',
		});
		expect(match('list', typed('e'), {...allHold, isTargetReadable: false, isWritable: false})).toEqual({
			kind: 'refused',
			reason: 'No readable notification here.',
		});
		expect(match('form', key('ctrl+t'), {...allHold, hasFilters: false})).toEqual({
			kind: 'refused',
			reason: 'There are no complete filters to try.',
		});
	});

	test('every guard of every binding refuses it with a sentence', () => {
		for (const {scope, keys, guards = {}} of bindings) {
			for (const guard of Object.keys(guards)) {
				const refused = match(scope, pressOf(keys[0]!), {...allHold, [guard]: false});
				expect(refused).toEqual({kind: 'refused', reason: matching(/^[A-Z][^\{\}]+\.$/v)});
			}
		}
	});
});

describe('the footer', () => {
	test.each(scopes)('of %s shows the enabled bindings with a hint, its own and the common ones', scope => {
		const hints = hintsOf(scope, allHold);
		expect(hints.map(({hint}) => hint)).not.toContain(undefined);
		expect(hints.filter(binding => binding.scope !== scope && binding.scope !== 'everywhere')).toEqual([]);
		expect(hints.map(({action}) => action)).toContain('help');
		// The hint of esc may say cancel or back.
		const withoutHint = ({action, keys}: (typeof hints)[number]) => ({action, keys});
		expect(hintsOf(scope, {}).map(binding => withoutHint(binding))).toEqual(
			hints.filter(({guards = {}}) => Object.keys(guards).length === 0).map(binding => withoutHint(binding)),
		);
	});
});
