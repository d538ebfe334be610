import {expect, test} from 'vitest';
import {noTexts, suggestTexts, surveyAccount} from '../../source/notification/suggest.ts';
import {emptyDraft} from '../../source/notification/fields.ts';
import {finishInSlices} from '../../source/platform/time-slices.ts';
import {notificationWith} from '../helpers/notifications.ts';

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

test('as many different values are kept as a key can search', async () => {
	const records = Array.from({length: 10_010}, (_, index) => notificationWith({userId: `u${index}`}));
	const found = await finishInSlices(surveyAccount([...records, notificationWith({userId: 'u7'})]), whole);
	const userId = found!.texts.userId!;
	expect(userId).toHaveLength(10_000);
	expect(userId[0]).toBe('u7');
});

test('a survey that was left goes on where it was, and has its result once', async () => {
	const survey = surveyAccount(Array.from({length: 300}, () => notificationWith({userId: 'u'})));
	expect(survey.next()).toEqual({done: false, value: undefined});
	expect(await finishInSlices(survey, AbortSignal.abort())).toBeUndefined();
	expect(await finishInSlices(survey, whole)).toMatchObject({texts: {userId: ['u']}});
	expect(await finishInSlices(survey, whole)).toBeUndefined();
});

test('texts that contain what was typed are suggested, those that begin with it first, without itself', () => {
	const texts = {...noTexts, userId: ['my-ops', 'ops-1', 'OPS', 'other']};
	expect(suggestTexts({...emptyDraft, userId: 'ops'}, 'userId', texts)).toEqual(['ops-1', 'OPS', 'my-ops']);
	expect(suggestTexts({...emptyDraft, userId: 'OPS'}, 'userId', texts)).toEqual(['ops-1', 'my-ops']);
	expect(
		suggestTexts(emptyDraft, 'userId', {...noTexts, userId: Array.from({length: 60}, (_, index) => `u${index}`)}),
	).toHaveLength(50);
});

test('a recipient has to fit the channel', () => {
	const texts = {...noTexts, recipient: ['a@example.com', '#alerts', '-1001']};
	expect(suggestTexts({...emptyDraft, channel: 'TELEGRAM'}, 'recipient', texts)).toEqual(['-1001']);
	expect(suggestTexts(emptyDraft, 'recipient', texts)).toHaveLength(3);
});
