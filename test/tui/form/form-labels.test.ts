import {expect, test} from 'vitest';
import {emptyDraft} from '../../../source/notification/fields.ts';
import {type FieldId} from '../../../source/notification/spec.ts';
import {labelOf, placeholderOf} from '../../../source/tui/form/form.ts';

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
