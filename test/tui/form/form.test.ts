import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {FieldIssue} from '../../../source/service/failure.ts';
import {noValues} from '../../../source/notification/suggest.ts';
import {emptyDraft, readField, rowFieldOf, rowsOf, type Draft} from '../../../source/notification/fields.ts';
import type {FieldId} from '../../../source/notification/spec.ts';
import type {Filter} from '../../../source/notification/notification.ts';
import {
	highlightedIndex,
	nothingKnown,
	shownIssues,
	focusOn,
	isReplaced,
	openForm,
	type FormState,
	suggestionsOf,
} from '../../../source/tui/form/form.ts';
import {reduceForm, type FormAction} from '../../../source/tui/form/form-reducer.ts';

const filter = (fieldName: string): Filter => ({fieldName, operator: 'gt', value: '1', valueType: 'int'});

const good: Draft = {
	...emptyDraft,
	userId: 'ops-1',
	channel: 'EMAIL',
	recipient: 'ops@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	filters: [filter('a'), filter('b'), filter('c')],
};

const highlighted = (state: FormState) => highlightedIndex(state, suggestionsOf(state));

const open = (draft: Draft = good, focus: FieldId = 'userId') => openForm({draft, focus});

const key = (name: string): FormAction => ({type: 'key', key: {name, text: undefined}});
const typed = (text: string): FormAction[] =>
	[...text].map(character => ({type: 'key', key: {name: character, text: character}}));
const paste = (text: string): FormAction => ({type: 'paste', text});
const sendFailed = (...issues: FieldIssue[]): FormAction => ({type: 'send-failed', issues});

function after(state: FormState, ...actions: FormAction[]): FormState {
	let reduced = state;
	for (const action of actions) {
		reduced = reduceForm(reduced, action);
	}

	return reduced;
}

describe('the focus', () => {
	test('moves through the fields in order, and around the end', () => {
		const fields = rowsOf(good);
		let state = open();
		for (const field of [...fields.slice(1), fields[0]]) {
			state = after(state, {type: 'next'});
			expect(state.focus).toBe(field);
		}

		for (const field of fields.toReversed()) {
			state = after(state, {type: 'previous'});
			expect(state.focus).toBe(field);
		}

		expect(state.draft).toEqual(good);
	});

	test('advances to the next field to fill in', () => {
		const draft = {...good, recipient: '', network: ''};
		expect(after(open(draft), {type: 'advance'}).focus).toBe('recipient');
		expect(after(open(draft, 'recipient'), {type: 'advance'}).focus).toBe('network');
		expect(after(open(draft, 'template'), {type: 'advance'}).focus).toBe('recipient');
		expect(after(open(), {type: 'advance'}).focus).toBe('channel');
	});
});

describe('writing', () => {
	test('changes the focused field and no other', () => {
		expect(after(open(), key('end'), ...typed('!'), key('home'), ...typed('?')).draft).toEqual({
			...good,
			userId: '?ops-1!',
		});
		expect(after(open(good, 'filter.1.value'), key('backspace'), ...typed('42')).draft.filters).toEqual([
			filter('a'),
			{...filter('b'), value: '42'},
			filter('c'),
		]);
	});

	test('a paste becomes one line, except in the template', () => {
		expect(after(open(), key('end'), paste('\r\na\nb\n')).draft.userId).toBe('ops-1 a b');
		expect(after(open(good, 'template'), paste('a\r\nb\rc\n')).draft.template).toBe('a\nb\nc\n');
	});

	test('tabs in a paste move on: a row of a spreadsheet fills the form', () => {
		const row = 'user-7\temail\tops@example.com\t0xAb\tETH_MAINNET\tADDRESS_ACTIVITY\tvalue > 1\tBig one\n';
		const filled = after(open(emptyDraft), paste(row));
		expect(filled.draft).toEqual({
			...emptyDraft,
			userId: 'user-7',
			channel: 'EMAIL',
			recipient: 'ops@example.com',
			addresses: ['0xAb'],
			network: 'ETH_MAINNET',
			eventType: 'ADDRESS_ACTIVITY',
			filters: [filter('value')],
			name: 'Big one',
		});
		expect(filled).toMatchObject({focus: 'name', edit: {text: 'Big one', cursor: 7}});
	});

	test('what is no channel leaves the channel, and says so, also in a row', () => {
		expect(shownIssues(after(open(good, 'channel'), paste('PIGEON')))).toMatchObject([{field: 'channel'}]);
		const filled = after(open(good, 'userId'), paste('\tPIGEON\tx'));
		expect(filled.draft).toEqual({...good, recipient: 'x'});
		expect(shownIssues(filled).filter(({field}) => field === 'channel')).toEqual([
			{field: 'channel', severity: 'warning', message: '"PIGEON" is not a channel; it was not pasted'},
		]);
	});

	test('cells beyond the last field stay in it, and a paste into the template keeps its tabs', () => {
		expect(after(open(good, 'name'), paste('x\ta\tb\tc')).draft).toEqual({...good, name: 'x', template: 'a\tb\tc'});
		expect(after(open(good, 'template'), paste('a\tb')).draft).toEqual({...good, template: 'a\tb'});
	});

	test('the template accepts line breaks, and the text from an editor', () => {
		expect(
			after(open(good, 'template'), ...typed('a'), key('alt+enter'), ...typed('b'), key('ctrl+j')).draft.template,
		).toBe('a\nb\n');
		expect(after(open(good, 'template'), ...typed('a'), {type: 'template', text: 'x\ny'})).toMatchObject({
			draft: {template: 'x\ny'},
			edit: {text: 'x\ny', cursor: 3},
		});
		expect(after(open(), key('alt+enter')).draft).toEqual(good);
	});
});

test.each<[FieldId, string, string | undefined]>([
	['userId', 'a\u{200B}b', 'contains an invisible character: U+200B'],
	['recipient', '\u{A0}a@example.com\u{A0}', 'contains 2 invisible characters: U+00A0'],
	['name', '\u{202E}evil\u{2066}', 'contains 2 invisible characters: U+202E, U+2066'],
	['name', 'tag \u{E0041}', 'contains an invisible character: U+E0041'],
	['template', 'a\u{FEFF}\n\tb', 'contains an invisible character: U+FEFF'],
	['template', 'a\n\tb', undefined],
	['name', '入金\u{3000}のお知らせ 👨‍👩‍👧 ❤️ e\u{301}', undefined],
])('%s %j: what is invisible is named at once, and stays', (field, text, message) => {
	const state = after(open(emptyDraft, field), paste(text));
	expect(readField(state.draft, field)).toBe(text);
	expect(shownIssues(state)).toEqual(
		message === undefined ? [] : [{field, severity: 'warning', message, isUrgent: true}],
	);
});

describe('the channel', () => {
	test.each([
		['w', 'WEBHOOK'],
		['S', 'SLACK'],
		['telegram', 'TELEGRAM'],
		['email', 'EMAIL'],
		['slack', 'SLACK'],
	])('is chosen by its first letters, which go nowhere else: %s', (letters, channel) => {
		const state = after(open({...good, channel: '', recipient: ''}, 'channel'), ...typed(letters));
		expect(after(state, {type: 'advance'})).toMatchObject({
			draft: {channel, recipient: ''},
			focus: 'recipient',
			mode: 'write',
		});
	});

	test('its letter stays in the channel; enter, tab or the first letter of a recipient goes on', () => {
		const state = after(open({...good, recipient: ''}, 'channel'), ...typed('s'));
		expect(state).toMatchObject({draft: {channel: 'SLACK', recipient: ''}, focus: 'channel'});
		expect(after(state, {type: 'advance'}).focus).toBe('recipient');
		expect(after(state, {type: 'next'}).focus).toBe('recipient');
		expect(after(state, ...typed('#'))).toMatchObject({draft: {channel: 'SLACK', recipient: '#'}, focus: 'recipient'});
	});

	test('the rest of its name is no recipient once enter or tab follows it; anything else is', () => {
		const state = after(open({...good, recipient: ''}, 'channel'), ...typed('email'));
		expect(after(state, {type: 'next'})).toMatchObject({draft: {channel: 'EMAIL', recipient: ''}, focus: 'recipient'});
		expect(after(state, ...typed('@example.com'), {type: 'next'})).toMatchObject({
			draft: {recipient: 'mail@example.com'},
			focus: 'address',
		});
		expect(after(state, key('backspace'), ...typed('ops@example.com'), {type: 'next'})).toMatchObject({
			draft: {recipient: 'ops@example.com'},
			focus: 'address',
		});
	});

	test('a letter in the picker takes that channel, and so does a pasted name; anything else changes nothing', () => {
		const picking = after(open(good, 'channel'), {type: 'pick'});
		expect(after(picking, ...typed('te'))).toMatchObject({
			draft: {channel: 'TELEGRAM'},
			focus: 'channel',
			mode: 'write',
		});
		expect(after(picking, paste('slack\n'))).toMatchObject({draft: {channel: 'SLACK'}, mode: 'write'});
		expect(after(picking, ...typed('x'), key('f5'), paste('x'))).toMatchObject({draft: good, mode: 'pick'});
	});
});

describe('suggestions', () => {
	test('all known values are shown at once, with that of the field highlighted; typing replaces it, the cursor keys edit it', () => {
		expect(highlighted(open({...good, network: ''}, 'network'))).toBe(0);
		const prefilled = open({...good, network: 'BASE_MAINNET'}, 'network');
		const values = suggestionsOf(prefilled);
		expect(values.length).toBeGreaterThan(5);
		expect(values[highlighted(prefilled)]).toBe('BASE_MAINNET');
		expect(after(prefilled, {type: 'advance'}).draft.network).toBe('BASE_MAINNET');
		expect(after(prefilled, {type: 'down'}, {type: 'next'}).draft.network).toBe(values[highlighted(prefilled) + 1]);
		expect(after(prefilled, ...typed('arb'), {type: 'next'}).draft.network).toBe('ARB_MAINNET');
		expect(highlighted(after(open(good, 'network'), key('backspace')))).toBe(0);
		expect(after(open(good, 'network'), key('left')).highlighted).toBeUndefined();
	});

	test('a value that nobody knows is among them, and values that arrive leave the highlight where it is', () => {
		const own = open({...good, network: 'MY_CHAIN'}, 'network');
		expect(suggestionsOf(own)[highlighted(own)]).toBe('MY_CHAIN');
		const moved = after(own, {type: 'down'});
		const value = suggestionsOf(moved)[highlighted(moved)];
		const known = {...nothingKnown, values: {...noValues, network: ['A', 'MY_CHAIN']}};
		const later = after({...moved, known}, {type: 'next'});
		expect(later.draft.network).toBe(value);
	});

	test('free text has those of the account, of which none is taken in place of a valid text that was not moved to; up leaves the field', () => {
		const texts = {
			userId: ['ops-1', 'ops-2', 'user-9'],
			recipient: ['#alerts', 'ops@example.com'],
			name: ['Big'],
			address: ['0xAb'],
		};
		const known = {...nothingKnown, texts};
		const state = openForm({draft: {...good, userId: ''}, known});
		expect(suggestionsOf(state)).toEqual(['ops-1', 'ops-2', 'user-9']);
		expect(after(state, {type: 'advance'}).draft.userId).toBe('');
		expect(after(state, ...typed('OPS'), {type: 'next'}).draft.userId).toBe('OPS');
		const second = after(state, ...typed('ops'), {type: 'down'}, {type: 'down'});
		expect(after(second, {type: 'next'})).toMatchObject({draft: {userId: 'ops-2'}, focus: 'channel'});
		expect(after(second, {type: 'close-suggestions'}, {type: 'next'}).draft.userId).toBe('ops');
		expect(after(second, {type: 'up'}, {type: 'up'}, {type: 'up'}).focus).toBe('template');
		const recipient = openForm({draft: {...good, recipient: ''}, focus: 'recipient', known});
		expect(suggestionsOf(recipient)).toEqual(['ops@example.com']);
	});

	test('what cannot stay as it was typed takes the first suggestion, unless it is closed or the text is used anyway', () => {
		const known = {
			...nothingKnown,
			texts: {recipient: ['treasury@example.com', 'team@example.com'], address: ['0xAb']},
		};
		const typing = after(openForm({draft: {...good, recipient: ''}, focus: 'recipient', known}), ...typed('tre'));
		expect(highlighted(typing)).toBe(0);
		const recipientOf = (...actions: FormAction[]) => after(typing, ...actions, {type: 'advance'}).draft.recipient;
		expect(recipientOf()).toBe('treasury@example.com');
		expect(recipientOf({type: 'down'})).toBe('treasury@example.com');
		expect(recipientOf({type: 'close-suggestions'})).toBe('tre');
		expect(recipientOf({type: 'up'})).toBe('tre');
		expect(recipientOf({type: 'previous'}, {type: 'next'}, ...typed('x'), {type: 'accept-issue'})).toBe('x');
		expect(recipientOf(...typed('@example.com'))).toBe('tre@example.com');
		const address = openForm({draft: {...good, addresses: ['']}, focus: 'address', known});
		expect(after(address, ...typed('ab'), {type: 'next'}).draft.addresses).toEqual(['0xAb']);
	});

	test('are not accepted on leaving an empty field, nor once they are closed', () => {
		expect(after(open({...good, network: ''}, 'network'), {type: 'next'}).draft.network).toBe('');
		expect(
			after(open({...good, network: ''}, 'network'), ...typed('ETH'), {type: 'close-suggestions'}, {type: 'next'}).draft
				.network,
		).toBe('ETH');
	});

	test('typing or pasting replaces a value that was there, until the cursor is moved', () => {
		expect(after(open(good, 'network'), paste('BASE_MAINNET')).draft.network).toBe('BASE_MAINNET');
		expect(after(open(good, 'network'), key('backspace')).draft.network).toBe('');
		expect(after(open(good, 'network'), key('left'), key('end'), ...typed('_2')).draft.network).toBe('ETH_MAINNET_2');
		expect(after(open(good, 'network'), key('ctrl+w')).draft.network).toBe('');
		expect(
			after(open(good, 'network'), ...typed('B'), {type: 'next'}, {type: 'previous'}, ...typed('x')).edit.text,
		).toBe('x');
	});

	test('it does so in every field but the channel, which has its letters, the filters, and a template of several lines', () => {
		for (const field of ['userId', 'recipient', 'address', 'network', 'eventType', 'name', 'template'] as const) {
			expect(readField(after(open(good, field), ...typed('x')).draft, field)).toBe('x');
			expect(readField(after(open(good, field), key('right'), ...typed('x')).draft, field)).toBe(
				`${readField(good, field)}x`,
			);
		}

		expect(after(open({...good, template: 'a\nb'}, 'template'), ...typed('x')).draft.template).toBe('a\nbx');
		expect(after(open(good, 'channel'), key('left')).draft.channel).toBe(good.channel);
	});

	test('esc gives the value from before back, once', () => {
		const typing = after(open(good, 'network'), ...typed('BA'));
		expect(isReplaced(typing)).toBe(true);
		const back = after(typing, {type: 'restore-text'});
		expect(back).toMatchObject({
			draft: {network: 'ETH_MAINNET'},
			edit: {text: 'ETH_MAINNET', isSelected: true},
			focus: 'network',
		});
		expect(isReplaced(back)).toBe(false);
		expect(after(back, ...typed('B')).draft.network).toBe('B');
		expect(isReplaced(after(open({...good, network: ''}, 'network'), ...typed('BA')))).toBe(false);
		expect(isReplaced(after(open(good), ...typed('BA')))).toBe(false);
	});

	test('an operator that is not known warns at its part, unless the account uses it', () => {
		const state = after(open({...good, filters: []}, 'filters'), paste('a gtgt 1'), {type: 'next'});
		expect(shownIssues(state)).toMatchObject([{field: 'filter.0.operator', severity: 'warning'}]);
		const known = {...nothingKnown, values: {...noValues, operator: ['gtgt']}};
		expect(shownIssues({...state, known})).toEqual([]);
	});
});

describe('filters', () => {
	const none = {...good, filters: []};

	test('are typed as they read, and their types follow their values', () => {
		const state = after(open(none, 'filters'), ...typed('value > 0.5 and asset = USDC and value < 10 (str)'));
		expect(state.draft.filters).toEqual([
			{...filter('value'), value: '0.5', valueType: 'float'},
			{fieldName: 'asset', operator: 'eq', value: 'USDC', valueType: 'str'},
			{fieldName: 'value', operator: 'lt', value: '10', valueType: 'str'},
		]);
		expect(after(state, {type: 'next'}, {type: 'previous'}).edit.text).toBe(state.edit.text);
	});

	test('a part that was typed or moved to is completed in its line; without one the cursor moves on', () => {
		const field = after(open(none, 'filters'), ...typed('val'), {type: 'next'});
		expect(field).toMatchObject({focus: 'filters', edit: {text: 'value > ', cursor: 8}});
		const filled = after(field, ...typed('10'));
		expect(after(filled, {type: 'next'}).focus).toBe('name');
		expect(after(open(none, 'filters'), {type: 'advance'}).focus).toBe('name');
		expect(after(open(none, 'filters'), {type: 'down'}, {type: 'advance'}).edit.text).toBe('value > ');
		const operator = after(open(none, 'filters'), ...typed('asset c'), {type: 'advance'});
		expect(operator.edit.text).toBe('asset contains ');
	});

	test('the next one is begun from any field', () => {
		const first = after(open(none), {type: 'add-filter'}, {type: 'advance'}, ...typed('10'));
		expect(first).toMatchObject({focus: 'filters', edit: {text: 'value > 10'}});
		const second = after(focusOn(first, 'userId'), {type: 'add-filter'}, {type: 'add-filter'});
		expect(second.edit.text).toBe('value > 10 and ');
		expect(after(second, ...typed('ass'), {type: 'next'}).edit.text).toBe('value > 10 and asset = ');
	});

	test('what cannot be read is told with its place, and stays as it was typed', () => {
		const state = after(open(none, 'filters'), paste('value >  and asset = "a'), {type: 'review'});
		expect(state).toMatchObject({mode: 'write', focus: 'filters', draft: {filtersText: 'value >  and asset = "a'}});
		expect(shownIssues(state)).toMatchObject([
			{field: 'filter.0.value', severity: 'error', message: 'Filter 1 has no value yet.', place: {start: 8, end: 8}},
			{field: 'filter.1.value', severity: 'error', place: {start: 21, end: 23}},
		]);
		expect(after(state, {type: 'next'}, {type: 'previous'}).edit.text).toBe('value >  and asset = "a');
	});

	test('an issue of the service stays with its filter while another one is typed', () => {
		const state = after(
			open(),
			sendFailed({path: ['event_details', 'filters', 0, 'value'], message: 'too small'}),
			{type: 'add-filter'},
			...typed('d'),
		);
		expect(state.serviceIssues.map(({field}) => field)).toEqual(['filter.0.value']);
		expect(after(state, key('home'), key('ctrl+k')).serviceIssues).toEqual([]);
	});
});

describe('local issues', () => {
	test('that a field is required is said once it was filled and emptied, and of a new filter not before the review', () => {
		const fields = rowsOf(emptyDraft).map((): FormAction => ({type: 'next'}));
		expect(shownIssues(after(open(emptyDraft), ...fields))).toEqual([]);
		const emptied = after(open(emptyDraft), ...typed('u'), key('backspace'), {type: 'next'});
		expect(shownIssues(emptied).map(({field}) => field)).toEqual(['userId']);
		expect(shownIssues(after(open(good, 'network'), key('backspace'), {type: 'next'})).map(({field}) => field)).toEqual(
			['network'],
		);
		const added = after(open({...good, filters: []}, 'recipient'), {type: 'add-filter'}, ...typed('a '));
		expect(shownIssues(added)).toEqual([]);
		expect(shownIssues(after(added, {type: 'review'})).map(({field}) => field)).toEqual(['filter.0.operator']);
	});

	test('are all shown on review, and the first error gets the focus', () => {
		const state = after(open(emptyDraft, 'name'), {type: 'review'});
		expect(state).toMatchObject({mode: 'write', focus: 'userId'});
		expect(shownIssues(state).map(({field}) => field)).toEqual(['userId', 'channel', 'recipient', 'address']);
	});

	test('a wrong checksum can be accepted, until the address is changed', () => {
		const draft = {...good, addresses: [good.addresses[0]!.replace('0xd8', '0xD8')]};
		const refused = after(open(draft), {type: 'review'});
		expect(refused).toMatchObject({mode: 'write', focus: 'address'});
		const accepted = after(refused, {type: 'accept-issue'});
		expect(after(accepted, {type: 'review'}).mode).toBe('review');
		expect(after(accepted, key('backspace'), ...typed('6'), {type: 'review'}).mode).toBe('write');
	});
});

describe('several errors', () => {
	const refused = after(open({...good, userId: '', addresses: ['x'], filters: [filter('')]}), {type: 'review'});

	test('are visited in order, around the end', () => {
		const visited = ['userId', 'address', 'filters', 'userId'];
		let state = refused;
		for (const field of visited) {
			expect(state.focus).toBe(field);
			state = after(state, {type: 'next-issue'});
		}

		expect(after(focusOn(refused, 'recipient'), {type: 'next-issue'}).focus).toBe('address');
		expect(after(open(), {type: 'next-issue'}).focus).toBe('userId');
	});
});

test('up and down move through the lines of a template, and leave it at its edges', () => {
	const state = after(open({...good, template: 'one\ntwo'}, 'template'), {type: 'up'}, ...typed('X'));
	expect(state).toMatchObject({focus: 'template', draft: {template: 'oneX\ntwo'}});
	expect(after(state, {type: 'up'}).focus).toBe('name');
});

describe('issues from the service', () => {
	const issues: FieldIssue[] = [
		{path: ['event_details', 'filters', 1, 'value'], message: 'is too large'},
		{path: ['event_details', 'addresses', 0], message: 'is unknown'},
		{path: ['delivery_location'], message: 'bounces'},
		{path: [], message: 'Not today.'},
		{path: ['event_details', 'filters', 7, 'value'], message: 'is not there'},
		{path: ['event_details', 'filters', 0, 'negate'], message: 'is no field'},
		{path: ['event_details', 'graphql', 'topic_0'], message: 'does not belong here'},
		{path: ['constructor'], message: 'is odd'},
		{path: ['event_details'], message: 'event_details.property extra should not exist'},
	];
	const state = after(open(), {type: 'review'}, sendFailed(...issues));

	test('are general, and named by their path, if the form has no such field', () => {
		expect(state.generalIssues).toEqual([
			'Not today.',
			'event_details.filters.7.value: is not there',
			'event_details.filters.0.negate: is no field',
			'event_details.graphql.topic_0: does not belong here',
			'constructor: is odd',
			'event_details.property extra should not exist',
		]);
		expect(after(open(), sendFailed({path: [], message: 'Not today.'}))).toMatchObject({
			focus: 'userId',
			generalIssues: ['Not today.'],
			serviceIssues: [],
		});
	});

	test('disappear when their field is edited, not when the cursor moves; the others stay', () => {
		expect(after(state, key('left'), key('end')).serviceIssues).toEqual(state.serviceIssues);
		const edited = after(state, ...typed('0'));
		expect(edited.serviceIssues.map(({field}) => field)).toEqual(['address', 'recipient']);
		expect(edited.generalIssues).toEqual(state.generalIssues);
		expect(after(focusOn(state, 'recipient'), paste('x')).serviceIssues.map(({field}) => field)).toEqual([
			'filter.1.value',
			'address',
		]);
	});
});

test('after any actions the focus is on a field of the draft, and the edited text is that of the field', () => {
	const anyAction = fc.oneof(
		fc.constantFrom<FormAction>(
			...(['next', 'previous', 'advance', 'close-suggestions', 'add-filter', 'accept-issue', 'review'] as const).map(
				(type): FormAction => ({type}),
			),
			{type: 'down'},
			{type: 'up'},
			{type: 'write'},
		),
		fc.constantFrom(...typed('eEwW0xG入 '), key('backspace'), key('left'), key('ctrl+u'), key('ctrl+w'), key('delete')),
		fc.constantFrom('GRAPHQL', 'value', '0x1', 'a\nb').map(text => paste(text)),
		fc
			.constantFrom('event_details.filters.1.value', 'event_details.graphql.topic_1', 'channel', 'x')
			.map(path => sendFailed({path: path.split('.'), message: 'no'})),
	);
	fc.assert(
		fc.property(fc.array(anyAction, {maxLength: 60}), actions => {
			let state = open({...emptyDraft, filters: [filter('a')]});
			for (const action of actions) {
				state = reduceForm(state, action);

				const {draft, focus, edit} = state;
				const rows = rowsOf(draft, focus);
				expect(rows).toContain(focus);
				expect(edit.text).toBe(readField(draft, focus));
				expect(edit.cursor).toBeLessThanOrEqual(edit.text.length);
				expect(highlighted(state)).toBeLessThan(Math.max(1, suggestionsOf(state).length));
				expect(rows).toEqual(expect.arrayContaining(state.serviceIssues.map(issue => rowFieldOf(issue.field))));
			}
		}),
	);
});
