import {expect, test} from 'vitest';
import {completePart, emptyDraft, writeField} from '../../source/notification/fields.ts';
import {
	mergeValues,
	noValues,
	suggest,
	suggestPart,
	suggestTexts,
	surveyAccount,
} from '../../source/notification/suggest.ts';
import {isMismatch} from '../../source/notification/filters.ts';
import {finishInSlices} from '../../source/platform/time-slices.ts';
import {notificationWith} from '../helpers/notifications.ts';

test('suggests the vocabulary, then the values of the account, then learned ones, without repetition', () => {
	const seen = {...noValues, network: ['ETH_MAINNET', 'SEEN_NET']};
	const learned = {...noValues, network: ['LEARNED_NET', 'SEEN_NET']};
	const offered = suggest(writeField(emptyDraft, 'network', ''), 'network', mergeValues(seen, learned));
	expect(offered[0]).toBe('ETH_MAINNET');
	expect(offered.slice(-2)).toEqual(['SEEN_NET', 'LEARNED_NET']);
	expect(new Set(offered).size).toBe(offered.length);
});

/** What is suggested at the mark in a line of filters. */
const suggested = (line: string) => {
	const cursor = line.indexOf('|');
	const texts = {'value of asset': ['USDC', 'a b'], 'value of value': ['10']};
	const known = {...noValues, fieldName: ['own', 'a b'], operator: ['resembles', '>']};
	return suggestPart({text: line.replace('|', ''), cursor}, known, texts);
};

test.each([
	['|', ['value', 'asset', 'fromAddress', 'toAddress', 'category', 'hash', 'blockNum', 'own', '"a b"']],
	['ad|', ['fromAddress', 'toAddress']],
	['as| = USDC and value > 1', ['asset', 'hash']],
	['asset |', ['=', '!=', '>', '>=', '<', '<=', 'in', 'not in', 'contains', 'not contains', 'resembles', '">"']],
	['asset con| USDC', ['contains', 'not contains']],
	['asset = |', ['USDC', '"a b"']],
	['value > 1 and asset != u|', ['USDC']],
	['asset = USDC |', []],
])('suggests what can stand at the cursor: %s', (line, values) => {
	expect(suggested(line)).toEqual(values);
});

test.each([
	['|', 'asset', 'asset = |'],
	['val|', 'value', 'value > |'],
	['va| < 10', 'value', 'value |< 10'],
	['value > 1 and|', 'asset', 'value > 1 and asset = |'],
	['value > 1 and as|', 'asset', 'value > 1 and asset = |'],
	['asset i|', 'in', 'asset in |'],
	['asset = U| and value > 1', 'USDC', 'asset = USDC |and value > 1'],
])('what is accepted takes the place of its part: %s', (line, value, completed) => {
	const {text, cursor} = completePart({text: line.replace('|', ''), cursor: line.indexOf('|')}, value);
	expect(`${text.slice(0, cursor)}|${text.slice(cursor)}`).toBe(completed);
});

test.each([
	['gt', 'str', true],
	['contains', 'string', false],
	['in', 'int', true],
	['resembles', 'int', false],
	['', 'int', false],
])('%s with %s', (operator, valueType, expected) => {
	expect(isMismatch({operator, valueType})).toBe(expected);
});

const whole = new AbortController().signal;

test('the values of an account are counted, the most frequent first; empty and very long ones are left out', async () => {
	expect(
		await finishInSlices(
			surveyAccount([
				notificationWith({userId: 'a', name: ''}),
				notificationWith({userId: 'b', name: 'x'.repeat(501), addresses: ['0x1', '0x2']}),
				notificationWith({
					userId: 'b',
					network: 'N',
					filters: [{fieldName: 'f', operator: 'o', value: '1', valueType: 't'}],
				}),
			]),
			whole,
		),
	).toEqual({
		values: {
			network: ['ETH_MAINNET', 'N'],
			eventType: ['ADDRESS_ACTIVITY'],
			fieldName: ['f'],
			operator: ['o'],
			valueType: ['t'],
		},
		texts: {userId: ['b', 'a'], recipient: ['a@example.com'], address: ['0x1', '0x2'], 'value of f': ['1']},
	});
});

test('a survey that was left goes on where it was, and has its result once', async () => {
	const survey = surveyAccount(Array.from({length: 300}, () => notificationWith({userId: 'u'})));
	expect(survey.next()).toEqual({done: false, value: undefined});
	expect(await finishInSlices(survey, AbortSignal.abort())).toBeUndefined();
	expect(await finishInSlices(survey, whole)).toMatchObject({texts: {userId: ['u']}});
	expect(await finishInSlices(survey, whole)).toBeUndefined();
});

test('texts that contain what was typed are suggested, those that begin with it first, without itself', () => {
	const texts = {userId: ['my-ops', 'ops-1', 'OPS', 'other']};
	expect(suggestTexts({...emptyDraft, userId: 'ops'}, 'userId', texts)).toEqual(['OPS', 'ops-1', 'my-ops']);
	expect(suggestTexts({...emptyDraft, userId: 'OPS'}, 'userId', texts)).toEqual(['ops-1', 'my-ops']);
	expect(
		suggestTexts(emptyDraft, 'userId', {userId: Array.from({length: 60}, (_, index) => `u${index}`)}),
	).toHaveLength(50);
});

test('plain fields have no suggestions', () => {
	expect(suggest(emptyDraft, 'userId', noValues)).toEqual([]);
});
