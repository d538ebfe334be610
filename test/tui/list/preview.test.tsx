import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {noPreviewText, previewPlace, stripRows} from '../../../source/tui/list/first-page.ts';
import {startApp} from '../../helpers/app.tsx';
import {range} from '../../../source/platform/text.ts';
import {columnsOf, sampleOf} from '../../../source/tui/list/columns.ts';
import {paneLines, wholeIn, stripLines} from '../../../source/tui/list/preview.tsx';
import {notificationWith} from '../../helpers/notifications.ts';
import {widthOf} from '../../../source/terminal/width.ts';

test.each([
	['auto', 139, 33, 'strip'],
	['auto', 139, 34, 'below'],
	['auto', 140, 24, 'right'],
	[undefined, 140, 50, 'right'],
	[undefined, 140, 12, 'right'],
	[undefined, 80, 24, 'strip'],
	[undefined, 80, 17, undefined],
	[undefined, 40, 10, undefined],
	['on', 80, 24, 'strip'],
	['on', 80, 34, 'below'],
	['on', 139, 24, 'strip'],
	['on', 80, 17, undefined],
	['off', 300, 100, undefined],
] as const)('%s at %dx%d: the preview is %s', (setting, columns, rows, kind) => {
	const {right, below} = previewPlace(setting, {columns, rows});
	expect([right > 0, below > stripRows, below === stripRows]).toEqual([
		kind === 'right',
		kind === 'below',
		kind === 'strip',
	]);
	expect(right / columns).toBeLessThan(0.6);
	expect(below / rows).toBeLessThan(0.6);
});

test('at 80x24 a strip below the list has the name and the sentence; p hides and shows it', async () => {
	await using app = await startApp({size: '80x24'});
	await app.waitFor('E-mail treasury@example.com');
	await app.press('Down');
	const frame = await app.waitFor('─ 2 · USDC in and out ─');
	expect(frame).toContain(
		' POST to https://example.com/hooks/usdc when asset = USDC and value > 50,000 at\n 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 on ETH_MAINNET',
	);
	await app.press('Up');
	await app.waitFor('E-mail treasury@example.com');
	await app.press('p');
	await app.waitUntilGone('E-mail treasury@example.com');
	await app.press('p', 'b', 'c', 'g');
	expect(await app.waitFor('ADDRESS_ACTIVITY ×5')).toMatch(/─ EMAIL · 5 ─+\n Network +ETH_MAINNET ×2/v);
	// It is saved before its folder goes.
	await expect.poll(async () => readFile(path.join(app.home, 'config.yaml'), 'utf8')).toContain('preview: on');
});

test('a terminal without room says what the preview needs', async () => {
	await using app = await startApp({size: '80x16'});
	await app.waitFor('12 notifications');
	await app.press('p');
	await app.waitFor(noPreviewText);
});

test('W shows all columns, and left and right scroll them', async () => {
	await using app = await startApp({size: '80x24'});
	await app.waitFor('12 notifications');
	expect(app.frame()).not.toContain('MAINNET');
	await app.press('W');
	expect(await app.waitFor('Treasury: large transfers')).toMatch(/^ {2}ID {2}NAME .* {2}\d more →$/mv);
	await app.press('Right', 'Right', 'Right', 'Right');
	expect(await app.waitFor('WHEN')).toMatch(/^ {2}ID {2}WHEN .* {2}← 4 more · 4 more →$/mv);
	await app.press('Right', 'Right');
	expect(await app.waitFor('← 6 more')).toMatch(/^▌ 1 +0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 +ADDRESS_ACTIVITY/mv);
	await app.press('Left', 'W');
	await app.waitUntilGone(/\d more/v);
});

test('the header of a group shows what is in the group, and the key that marks it', async () => {
	await using app = await startApp({size: '160x24'});
	await app.waitFor('12 notifications');
	await app.press('b', 'c', 'g');
	await app.waitFor('│ space marks all 5');
	const frame = await app.waitFor(/│ +Address /v);
	expect(frame).toMatch(/│ EMAIL · 5$/mv);
	expect(frame).toMatch(/│ +Network +ETH_MAINNET ×\d · /mv);
	expect(frame).toMatch(/│ +Address +0xd8dA6BF2/mv);
	expect(frame).not.toMatch(/│ +Channel/mv);
	await app.press(' ');
	await app.press('g');
	await app.waitFor('space unmarks all 5');
});

const sixLines = range(6).map(index => ({label: `Field ${index}`, text: 'value'}));
const shown = (rows: number) => paneLines(sixLines, rows).map(({label, text}) => (label === '' ? text : label));

test('the last line says how many more there are, and the key that shows them', () => {
	expect(shown(4)).toEqual(['Field 0', 'Field 1', 'Field 2', '3 more lines: enter']);
	expect(shown(1)).toEqual(['6 more lines: enter']);
});

test('what the row shows whole is not repeated; what it cuts is, and so are the types of the filters', () => {
	const filters = [{fieldName: 'value', operator: 'gt', value: '10', valueType: 'int'}];
	const record = notificationWith({id: '17', name: 'Treasury', recipient: `${'r'.repeat(80)}@example.com`, filters});
	const whole = (room: number) => wholeIn(record, columnsOf(sampleOf([record]), {room}).columns);
	expect(whole(80).has('recipient')).toBe(false);
	expect([...whole(300)]).toEqual(expect.arrayContaining(['id', 'name', 'recipient', 'network', 'address']));
	expect(whole(300).has('filter')).toBe(false);
	expect(wholeIn(notificationWith({id: '1'}), columnsOf(sampleOf([record]), {room: 300}).columns).has('filter')).toBe(
		true,
	);
});

const notification = notificationWith({
	id: '17',
	userId: 'ops-1',
	channel: 'EMAIL',
	recipient: 'a@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
});

test('a sentence that one line would cut takes both lines, to its end', () => {
	const filters = ['asset', 'value'].map(fieldName => ({
		fieldName,
		operator: 'eq',
		value: 'a long value with several words',
		valueType: 'str',
	}));
	const lines = stripLines(notificationWith({...notification, eventType: 'NFT_ACTIVITY', filters}), 78, 2).map(
		({text}) => text,
	);
	expect(lines).toHaveLength(2);
	expect(lines[1]).toMatch(/ at 0xd8dA…6045 on ETH_MAINNET$/v);
});

test('nothing is wider than its room, and a record that cannot be read says why', () => {
	const long = notificationWith({
		...notification,
		userId: 'u'.repeat(300),
		recipient: `${'r'.repeat(300)}@example.com`,
	});
	for (const columns of [20, 38, 78, 137]) {
		const lines = stripLines(long, columns, 2);
		expect(lines).toHaveLength(2);
		expect(Math.max(...lines.map(({text}) => widthOf(text)))).toBeLessThanOrEqual(columns);
	}

	expect(stripLines({kind: 'unreadable', index: 2, problem: 'it has no id', raw: 0}, 60, 2)).toEqual([
		{text: 'record 3 of the listing: it has no id'},
	]);
});
