import fc from 'fast-check';
import {expect, test} from 'vitest';
import {notificationName} from '../../../source/tui/ui/sentence.ts';
import {widthOf} from '../../../source/terminal/width.ts';

const treasury = {id: '17', name: 'Treasury', recipient: 'ops@example.com', userId: 'ops-1'};

test('a notification is named by its name, its ID and its recipient', () => {
	expect(notificationName(treasury, 80)).toBe('"Treasury" (ID 17, to ops@example.com)');
	expect(notificationName({...treasury, name: ''}, 80)).toBe('the notification (ID 17, to ops@example.com)');
	expect(notificationName({...treasury, id: undefined, recipient: ''}, 80)).toBe('"Treasury"');
	expect(notificationName({...treasury, id: undefined, recipient: '', name: ''}, 80)).toBe(
		'the notification (for user ops-1)',
	);
	expect(notificationName({name: '', recipient: ''}, 80)).toBe('the notification');
});

test('a long name is cut at its end, a long recipient in its middle; the ID never', () => {
	const id = '9'.repeat(30);
	const named = notificationName(
		{id, name: 'n'.repeat(200), recipient: `https://example.com/${'x'.repeat(200)}/hook`},
		40,
	);
	expect(named).toContain(`ID ${id}`);
	expect(named).toMatch(/to https.*…x*\/hook\)$/v);
	fc.assert(
		fc.property(
			fc.string({unit: 'grapheme', maxLength: 300}),
			fc.string({unit: 'grapheme', maxLength: 300}),
			fc.integer({min: 20, max: 200}),
			(name, recipient, columns) => {
				expect(widthOf(notificationName({id: '1', name, recipient}, columns))).toBeLessThanOrEqual(columns * 2);
			},
		),
	);
});
