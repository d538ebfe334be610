import {expect, test} from 'vitest';
import {emptyDraft} from '../../../source/domain/draft/draft.ts';
import {draftChanges} from '../../../source/domain/draft/draft-changes.ts';

test('the fields that differ are named, with their text before and after', () => {
	expect(draftChanges(emptyDraft, emptyDraft)).toEqual([]);
	const changed = {
		...emptyDraft, channel: 'EMAIL', name: 'Big', template: 'Hello', topics: ['', '0x1', '', ''] as const,
		filters: [{fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'}],
	};
	expect(draftChanges(emptyDraft, changed)).toEqual([
		{label: 'Name', before: '', after: 'Big'},
		{label: 'Channel', before: '', after: 'EMAIL'},
		{label: 'Filters', before: '', after: 'value is greater than 1 (int)'},
		{label: 'Topic 1', before: '', after: '0x1'},
		{label: 'Template', before: '', after: 'Hello'},
	]);
});
