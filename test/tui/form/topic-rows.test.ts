import {expect, test} from 'vitest';
import {emptyDraft, type Draft} from '../../../source/notification/fields.ts';
import {focusOn, openForm, type FormState} from '../../../source/tui/form/form.ts';
import {reduceForm} from '../../../source/tui/form/form-reducer.ts';
import {focusedLine, formLines} from '../../../source/tui/form/write-view.tsx';

const email: Draft = {...emptyDraft, channel: 'EMAIL', recipient: 'a@example.com'};
const topic = `0x${'ab'.repeat(32)}`;
const labels = (state: FormState) =>
	formLines(state, 80).flatMap(({label = ''}) => label.match(/Topic \d/v)?.[0] ?? []);

test('the form has rows for topics of a GraphQL-type webhook, and wherever one is set', () => {
	expect(labels(openForm({draft: email}))).toEqual([]);
	expect(labels(openForm({draft: {...email, channel: 'WEBHOOK', eventType: 'CUSTOM_GRAPHQL'}}))).toHaveLength(4);
	const state = openForm({draft: {...email, topics: ['', topic, '', '']}});
	expect(labels(state)).toHaveLength(4);
	const issues = formLines(reduceForm(state, {type: 'review'}), 200).map(({text}) => text);
	expect(issues).toContain(
		'! is sent, but topics are only for a GraphQL-type webhook: see the channel and the event type',
	);
});

test('the row of a topic stays while it is emptied and entered again', () => {
	const state = focusOn(openForm({draft: {...email, topics: ['0', '', '', '']}}), 'topic.0');
	const emptied = reduceForm(state, {type: 'key', key: {name: 'backspace', text: undefined}});
	expect(emptied.draft.topics).toEqual(['', '', '', '']);
	expect(labels(emptied)).toHaveLength(4);
	expect(formLines(emptied, 80)[focusedLine(formLines(emptied, 80))]).toMatchObject({field: 'topic.0'});
	expect(labels(reduceForm(emptied, {type: 'previous'}))).toEqual([]);
	expect(reduceForm(emptied, {type: 'next'}).focus).toBe('topic.1');
});
