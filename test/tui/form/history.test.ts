import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {emptyDraft, readField, rowsOf, type Draft} from '../../../source/notification/fields.ts';
import {reduceForm, type FormAction} from '../../../source/tui/form/form-reducer.ts';
import {openForm, type FormState} from '../../../source/tui/form/form.ts';

const filter = (fieldName: string) => ({fieldName, operator: 'gt', value: '1', valueType: 'int'});
const good: Draft = {
	...emptyDraft,
	userId: 'ops',
	channel: 'EMAIL',
	recipient: 'a@example.com',
	addresses: ['0x1'],
	filters: [filter('a'), filter('b'), filter('c')],
};

const undo: FormAction = {type: 'undo'};
const key = (name: string): FormAction => ({type: 'key', key: {name, text: undefined}});
const typed = (text: string): FormAction[] =>
	[...text].map(character => ({type: 'key', key: {name: character, text: character}}));
const open = (focus: Parameters<typeof openForm>[0]['focus'] = 'userId') => openForm({draft: good, focus});

function after(state: FormState, ...actions: FormAction[]): FormState {
	let reduced = state;
	for (const action of actions) {
		reduced = reduceForm(reduced, action);
	}

	return reduced;
}

describe('undo', () => {
	test('takes back a run of typing at once, then what was before it', () => {
		const state = after(open(), key('end'), ...typed('-1'), key('backspace'), key('backspace'), ...typed('x'));
		expect(state.draft.userId).toBe('opsx');
		const steps = ['ops', 'ops-1', 'ops'];
		let undone = state;
		for (const text of steps) {
			undone = after(undone, undo);
			expect(undone.draft.userId).toBe(text);
		}

		expect(after(undone, undo)).toBe(undone);
	});

	test.each<FormAction>([
		{type: 'add-filter'},
		{type: 'paste', text: 'x'},
		{type: 'template', text: 'x'},
		key('ctrl+u'),
	])('takes back %j', action => {
		const changed = after(open('filter.1.value'), action);
		expect(changed.draft).not.toEqual(good);
		expect(after(changed, undo)).toMatchObject({draft: good, focus: 'filters'});
	});

	test('an accepted suggestion is one change with the typing before it', () => {
		const state = after(open('network'), ...typed('arb'), {type: 'next'});
		expect(state.draft.network).toBe('ARB_MAINNET');
		expect(after(state, undo)).toMatchObject({draft: {network: 'ETH_MAINNET'}, focus: 'network'});
	});
});

test('as many undos as there are changes lead back to the start', () => {
	const anyAction = fc.oneof(
		fc.constantFrom<FormAction>(
			...(['next', 'previous', 'advance', 'add-filter', 'restore-text'] as const).map((type): FormAction => ({type})),
			{type: 'down'},
			undo,
		),
		fc.constantFrom(...typed('eEw0g入 '), key('backspace'), key('left'), key('ctrl+u')),
	);
	fc.assert(
		fc.property(fc.array(anyAction, {maxLength: 60}), actions => {
			let state = after(open(), ...actions);
			const count = state.past.length;
			for (let turn = 0; turn < count; turn++) {
				const {draft} = state;
				state = reduceForm(state, undo);
				expect(state.draft).not.toEqual(draft);
				expect(rowsOf(state.draft)).toContain(state.focus);
				expect(state.edit.text).toBe(readField(state.draft, state.focus));
			}

			expect(state.draft).toEqual(good);
		}),
	);
});
