import {expect, test} from 'vitest';
import {emptyDraft} from '../../../source/notification/fields.ts';
import {type FieldId} from '../../../source/notification/spec.ts';
import {labelOf, openForm, placeholderOf} from '../../../source/tui/form/form.ts';
import {reduceForm} from '../../../source/tui/form/form-reducer.ts';
import {formLines} from '../../../source/tui/form/write-view.tsx';

test.each<[FieldId, string]>([
	['recipient', 'Recipient'],
	['template', 'Template'],
	['filters', 'Filters'],
	['topic.2', 'Topic 2'],
	['filter.0.fieldName', 'Filter 1 field'],
	['filter.1.operator', 'Filter 2 operator'],
	['filter.1.value', 'Filter 2 value'],
	['filter.9.valueType', 'Filter 10 type'],
])('%s is labelled %s', (field, label) => {
	expect(labelOf(field)).toBe(label);
});

test.each<[FieldId, string | RegExp]>([
	['filters', /^none \(all events match\), e\.g\. value > 100/v],
	['template', /^optional \(/v],
	['topic.0', '0x…'],
])('while it is empty, %s shows %s', (field, text) => {
	expect(placeholderOf(emptyDraft, field)).toMatch(text);
});

test.each([
	['EMAIL', 'e-mail address, e.g. someone@example.com', '✗ is not an e-mail address'],
	['WEBHOOK', 'URL, e.g. https://example.com/hook', '✗ is not an https:// URL'],
	['TELEGRAM', 'chat ID or @username, e.g. -1001234567890', '! is neither a chat ID'],
	['SLACK', 'webhook URL, #channel, or channel or user ID, e.g. #alerts', '! is not an incoming webhook URL'],
])('the hint for the recipient and its check follow the channel: %s', (channel, hint, issue) => {
	const draft = {...emptyDraft, channel};
	expect(placeholderOf(draft, 'recipient')).toBe(hint);
	const wrong = reduceForm(openForm({draft: {...draft, recipient: 'nonsense'}, focus: 'recipient'}), {type: 'next'});
	expect(formLines(wrong, 200).some(({text}) => text.startsWith(issue))).toBe(true);
});
