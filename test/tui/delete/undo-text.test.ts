import {expect, test} from 'vitest';
import {undoLabelLines, undoProblems} from '../../../source/tui/delete/undo-text.ts';
import {input, oldOne} from '../../storage/ledgers.ts';

test('why an undo may not recreate it exactly is said, each reason on its own', () => {
	const {template, topics} = input;
	const known = {...oldOne(), template, topics};
	expect(undoProblems(known)).toEqual([]);
	expect(undoProblems(oldOne())).toEqual([expect.stringMatching(/^Its template and topics, if it has any, would be lost/v)]);
	expect(undoProblems({...known, input: {...known.input, name: '[API key]'}})).toEqual([expect.stringMatching(/^It contains the API key/v)]);
	expect(undoProblems({...known, raw: {id: 7, 'prio\u{7}rity': 1}})).toEqual(['It is sent as it was, but the service may refuse or ignore what it does not document: members prio␇rity.']);
});

test('the lines have one label, and no line where there is no problem but that it can', () => {
	expect(undoLabelLines([], 80)).toEqual([{label: 'Undo (u)', text: 'It can be recreated exactly, with a new ID.'}]);
	expect(undoLabelLines(['one', 'two'], 80)).toEqual([{label: 'Undo (u)', text: 'one'}, {label: '', text: 'two'}]);
});
