import fc from 'fast-check';
import {expect, test} from 'vitest';
import {widthOf} from '../../../source/terminal/width.ts';
import {messages} from '../../../source/tui/shared/message.ts';
import {objectQuestion} from '../../../source/tui/shared/object-lines.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const filters = [{fieldName: 'value', operator: 'gt', value: '10', valueType: 'int'}];
const treasury = notificationWith({
	id: '1',
	userId: 'ops-1',
	name: 'Treasury',
	recipient: 'treasury@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	filters,
});
const ask = (
	columns: number,
	rows: number,
	consequence = '! u recreates it without its template, which is unknown here.',
) => {
	const {asked, object, consequences} = objectQuestion(
		'Delete 1 from SANDBOX?',
		treasury,
		{consequences: messages('warning', consequence, columns)},
		{columns, rows},
	);
	return [...asked, ...object, ...consequences];
};

test('a question is what is asked, the notification and the consequences', () => {
	expect(ask(80, 20)).toStrictEqual([
		{tone: 'title', text: ' Delete 1 from SANDBOX?'},
		{tone: 'plain', text: '   Treasury'},
		{tone: 'plain', text: '   E-mail treasury@example.com when value > 10'},
		{tone: 'plain', text: '   at 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on ETH_MAINNET · user ops-1'},
		{tone: 'warning', text: ' ! u recreates it without its template, which is unknown here.'},
	]);
	expect(ask(140, 20)[2]!.text).toBe(
		'   E-mail treasury@example.com when value > 10 at 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on ETH_MAINNET · user ops-1',
	);
});

test('where the place and the user do not fit on a line, each has its own', () => {
	expect(
		ask(70, 20)
			.slice(3, 5)
			.map(({text}) => text),
	).toStrictEqual(['   at 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on ETH_MAINNET', '   user ops-1']);
});

test('in few lines the sentence is short, and the consequences stay', () => {
	expect(ask(40, 6).map(({text}) => text)).toStrictEqual([
		' Delete 1 from SANDBOX?',
		'   Treasury',
		'   E-mail treasury@ex… when value > 10',
		'   at 0xd8dA…6045 on ETH_MAINNET',
		' ! u recreates it without its template,',
		' which is unknown here.',
	]);
	// What does not fit is scrolled to.
	expect(ask(40, 2).map(({text}) => text)).toStrictEqual([
		' Delete 1 from SANDBOX?',
		'   E-mail treasury@ex… when value > 10…',
		' ! u recreates it without its template,',
		' which is unknown here.',
	]);
});

test('a long webhook is told shorter before the user is left out', () => {
	const long = notificationWith({
		id: '1',
		userId: 'ops-1',
		channel: 'WEBHOOK',
		recipient: `https://hooks.example.com/${'ingest-'.repeat(40)}/end-1`,
		addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
		filters,
	});
	const {object, consequences} = objectQuestion(
		'Delete 1?',
		long,
		{consequences: messages('warning', '! u recreates it.', 60)},
		{columns: 60, rows: 8},
	);
	const text = [...object, ...consequences].map(line => line.text).join('\n');
	expect(text).toMatch(/POST to https:\/\/hooks\.example\.com\S*…/v);
	expect(text).toContain('   user ops-1\n');
	expect(text).toContain('on ETH');
});

test('it fits where its consequences do, whatever the service lists', () => {
	const text = fc.string({unit: 'grapheme', maxLength: 200});
	fc.assert(
		fc.property(
			text,
			text,
			text,
			fc.integer({min: 40, max: 160}),
			fc.integer({min: 2, max: 30}),
			(name, recipient, userId, columns, rows) => {
				const {asked, object, consequences} = objectQuestion(
					'Delete 1?',
					notificationWith({name, recipient, userId, filters}),
					{consequences: messages('warning', name, columns)},
					{columns, rows},
				);
				expect(asked.length + object.length + consequences.length).toBeLessThanOrEqual(
					Math.max(rows, asked.length + consequences.length + 2),
				);
				expect(asked.length + object.length).toBeLessThanOrEqual(rows);
				for (const line of [...asked, ...object, ...consequences]) {
					expect(widthOf(line.text)).toBeLessThanOrEqual(columns);
				}
			},
		),
	);
});
