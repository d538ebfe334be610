import {describe, expect, test} from 'vitest';
import {channels, type Channel} from '../../source/domain/channels.ts';
import {fields, type Field} from '../../source/domain/fields.ts';
import type {NotificationFields} from '../../source/domain/notification.ts';

/*
A field and a channel that do not exist, added as a contributor adds real ones: one row each. The tables are read when the other modules load, so these rows come first and the imports of the app below them.
*/

const tagOf = ({extras}: Pick<NotificationFields, 'extras'>) => (typeof extras?.tag === 'string' ? extras.tag : '');

(fields as Field[]).push({
	name: 'tag',
	path: 'event_details.tag',
	label: 'Tag',
	ifEmpty: 'no tag',
	read: tagOf,
	column: {priority: 1.2, min: 6, cut: 'text'},
	sortLetter: 't',
	group: {letter: 't', order: 7},
	form: {
		id: 'tag',
		order: 2,
		placeholder: () => 'optional tag',
		read: tagOf,
		write: (draft, tag) => ({...draft, extras: {...draft.extras, tag}}),
	},
});

(channels as Channel[]).push({
	name: 'PAGER',
	code: 'PAGER',
	letter: 'p',
	label: 'pager number',
	sampleRecipient: '555-0100',
	colours: {dark: 111, light: 55},
	isStrict: true,
	check: recipient => (/^[\d\-]+$/v.test(recipient) ? undefined : 'is not a pager number'),
	mask: recipient => `…${recipient.slice(-2)}`,
});

const {startApp} = await import('../helpers/app.tsx');
const {answer, createHttpServer} = await import('../helpers/http-server.ts');
const {createBodySchema} = await import('../../source/api/create-schema.ts');
const {maskRecipient} = await import('../../source/storage/journal/mask.ts');
const {fieldOfPath} = await import('../../source/tui/form/field-paths.ts');

const address = '0x00000000219ab540356cbb839cbe05303d7705fa';

const record = (id: number, channel: string, tag: string, recipient = '555-0199') => ({
	id,
	external_user_id: `user-${id}`,
	channel,
	notification_name: `Name ${id}`,
	delivery_location: recipient,
	event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [address], tag},
});

/** The app on a service with three notifications. A create is refused if `refusal` is given. */
async function startWithRows(refusal?: unknown) {
	const listed: unknown[] = [
		record(1, 'EMAIL', 'beta', 'a@example.com'),
		record(2, 'PAGER', 'gamma'),
		record(3, 'PAGER', 'alpha'),
	];
	const server = await createHttpServer(({method, body}, response) => {
		if (method === 'GET') {
			answer(response, 200, listed);
		} else if (refusal === undefined) {
			listed.push({id: 4, ...(JSON.parse(body) as object)});
			answer(response, 201, {id: 4});
		} else {
			answer(response, 400, refusal);
		}
	});
	const app = await startApp({size: '120x30', service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('3 notifications');
	return {
		app,
		server,
		async [Symbol.asyncDispose]() {
			await app[Symbol.asyncDispose]();
			await server[Symbol.asyncDispose]();
		},
	};
}

/** The IDs in the first column, from top to bottom. */
const ids = (frame: string) => frame.split('\n').flatMap(line => /^[ ▌][ *+](\d+) /v.exec(line)?.[1] ?? []);

describe('a row in the table of fields', () => {
	test('is a column, a search prefix, and found by a word without prefix', async () => {
		await using started = await startWithRows();
		const {app} = started;
		const lines = app.frame().split('\n');
		expect(lines.find(line => line.includes('RECIPIENT'))).toMatch(/RECIPIENT .* TAG/v);
		expect(lines.find(line => line.startsWith('▌'))).toMatch(/beta *$/v);
		await app.press('/', 'tag:alpha');
		expect(ids(await app.waitFor('1 of 3'))).toEqual(['3']);
		await app.press('C-u', 'gamma');
		expect(ids(await app.waitFor(/1 of 3.* 2 [^\n]* gamma/sv))).toEqual(['2']);
	});

	test('is no column of chainbell list, whose columns scripts rely on', async () => {
		const {notificationCsv, notificationOutput} = await import('../../source/cli/output/notification-output.ts');
		const titles = [notificationOutput, notificationCsv].map(({columns}) => columns.map(({title}) => title).join(' '));
		expect(titles).toEqual([
			'id name channel user recipient network event address',
			'id name channel user recipient network event address filters',
		]);
	});

	test('sorts and groups, by its letter', async () => {
		await using started = await startWithRows();
		const {app} = started;
		await app.press('s');
		await app.waitFor('[t]ag');
		await app.press('t');
		expect(ids(await app.waitFor('TAG↑'))).toEqual(['3', '1', '2']);
		await app.press('b');
		await app.waitFor('[t]ag');
		await app.press('t');
		await app.waitFor('▾ alpha · 1');
	});

	test('is a line of the detail screen, and not an unknown member', async () => {
		await using started = await startWithRows();
		await started.app.press('Enter');
		const frame = await started.app.waitFor('Tag          beta');
		expect(frame).not.toContain('event_details.tag');
	});

	test('is a field of the form, after the required ones, and is sent', async () => {
		await using started = await startWithRows();
		const {app, server} = started;
		await app.press(
			'n',
			'user-4',
			'Enter',
			'p',
			'Enter',
			'555-0142',
			'Enter',
			address,
			'Tab',
			'Tab',
			'Tab',
			'Tab',
			'delta',
		);
		const frame = await app.waitFor('▌ Tag         delta');
		expect(frame.indexOf('Name ')).toBeLessThan(frame.indexOf('Tag '));
		await app.press('C-s');
		await app.waitFor('"tag": "delta"');
		await app.press('C-s');
		await app.waitFor('✓ Created');
		expect(JSON.parse(server.requests.find(({method}) => method === 'POST')!.body)).toMatchObject({
			channel: 'PAGER',
			event_details: {tag: 'delta'},
		});
		await app.waitFor(/ 4 .* delta/v);
	});

	test('shows an error of the service for its path', async () => {
		await using started = await startWithRows({event_details: {tag: ['is taken']}});
		const {app} = started;
		expect(fieldOfPath(['event_details', 'tag'])).toBe('tag');
		await app.press('n', 'user-4', 'Enter', 'p', 'Enter', '555-0142', 'Enter', address, 'C-s');
		await app.waitFor('review');
		await app.press('C-s');
		expect(await app.waitFor('✗ is taken')).toMatch(/▌ Tag +optional tag/v);
	});
});

describe('a row in the table of channels', () => {
	test('is named by the help of a command, and has its colours', async () => {
		const {createCommand} = await import('../../source/cli/commands/create.ts');
		const {fullColours} = await import('../../source/tui/role-styles.ts');
		expect(createCommand.options.channel?.summary).toBe('EMAIL, WEBHOOK, TELEGRAM, SLACK or PAGER');
		expect(fullColours.dark).toMatchObject({'channel PAGER': {color: 'ansi256(111)'}});
	});

	test('is listed, searched, sorted and grouped, and in the detail screen', async () => {
		await using started = await startWithRows();
		const {app} = started;
		expect(app.frame()).toMatch(/ 2 .* PAGER /v);
		await app.press('/', 'channel:pager', 'Enter');
		expect(ids(await app.waitFor('2 of 3'))).toEqual(['2', '3']);
		await app.press('Escape', 's', 'c', 's', 's');
		expect(ids(await app.waitFor('CHAN↓'))).toEqual(['2', '3', '1']);
		await app.press('Enter');
		await app.waitFor('Channel      PAGER');
		await app.press('Escape', 'b', 'c');
		await app.waitFor('▾ PAGER · 2');
	});

	test('is in the picker of the form, with a hint and a check of its own', async () => {
		await using started = await startWithRows();
		const {app} = started;
		await app.press('n', 'Tab');
		await app.waitFor('e/w/t/s/p, or space to choose');
		await app.press(' ');
		await app.waitFor('  PAGER');
		await app.press('5');
		await app.waitFor('▌ Recipient * pager number, e.g. 555-0100');
		await app.press('nonsense', 'Tab');
		await app.waitFor('✗ is not a pager number');
	});

	test('is chosen by its letter, and by typing its name', async () => {
		await using started = await startWithRows();
		const {app} = started;
		await app.press('n', 'Tab', 'p');
		expect(await app.waitFor('▌ Channel')).toMatch(/Channel \* {3}PAGER/v);
		await app.press('Enter', 'Up', 'e');
		expect(await app.waitFor(/Channel \* {3}EMAIL/v)).toContain('▌ Channel');
		await app.press('Enter', 'Up', 'p', 'a', 'g', 'e', 'r', 'Enter');
		expect(await app.waitFor('▌ Recipient')).toMatch(/Channel \* {3}PAGER/v);
	});

	test('is allowed by the schema of a create, and masked in history', () => {
		expect(
			createBodySchema.safeParse({
				external_user_id: 'u',
				channel: 'PAGER',
				delivery_location: '5',
				event_details: {network: 'N', event_type: 'E', addresses: ['0x1']},
			}).success,
		).toBe(true);
		expect(maskRecipient('PAGER', '555-0142')).toBe('…42');
	});
});
