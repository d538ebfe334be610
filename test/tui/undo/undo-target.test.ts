import {expect, test} from 'vitest';
import type {Operation} from '../../../source/ledger/journal/operation.ts';
import {targetWidths} from '../../../source/tui/shared/target-lines.ts';
import {targetOf, undoTargetText} from '../../../source/tui/undo/undo-lines.ts';
import {creation, input, moment, oldOne} from '../../ledger/ledgers.ts';

const operation: Operation = {
	...creation,
	id: 1,
	state: 'done',
	startedAt: moment,
	endedAt: moment,
	snapshot: undefined,
	newId: '8',
	knownIds: [],
	detail: undefined,
};
const replaced: Operation = {...operation, kind: 'replace', input: {...input, name: 'Hot wallet'}, snapshot: oldOne()};

test('each notification is named by the ID that it has now', () => {
	expect(targetOf({...operation, kind: 'delete', snapshot: oldOne(), newId: undefined})).toMatchObject({
		id: '7',
		fields: {name: 'Treasury'},
	});
	expect(targetOf(operation)).toMatchObject({id: '8', fields: {name: 'Treasury'}});
});

test('a row of a bulk undo says what is done to the notification, and what changes of it', () => {
	const rows = [
		operation,
		{...operation, kind: 'recreate', snapshot: oldOne()},
		{...operation, kind: 'delete', snapshot: oldOne(), newId: undefined},
		replaced,
	] satisfies Operation[];
	const widths = targetWidths(['7', '8'], [], 100);
	expect(rows.map(row => undoTargetText(targetOf(row), widths, 100).slice(0, 30).trimEnd())).toEqual([
		expect.stringMatching(/^- 8 {2}E-mail/v),
		expect.stringMatching(/^- 8 {2}E-mail/v),
		expect.stringMatching(/^\+ 7 {2}E-mail/v),
		'~ 8  name [Hot wallet→Treasury]'.slice(0, 30),
	]);
	expect(undoTargetText(targetOf(replaced), widths, 100, true)).toBe('8, Name from Hot wallet to Treasury');
	expect(undoTargetText(targetOf(operation), widths, 100, true)).toMatch(/^8 {2}E-mail/v);
});
