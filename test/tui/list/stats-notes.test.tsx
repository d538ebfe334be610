import {expect, test} from 'vitest';
import {firstStats, fromNotes, toNotes} from '../../../source/tui/list/stats-notes.ts';
import {measureColumns, sampleColumns} from '../../../source/tui/list/column-stats.ts';
import {range} from '../../../source/platform/text.ts';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import {finish} from '../../helpers/finish.ts';
import {answer, createHttpServer} from '../../helpers/http-server.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const records = range(50).map(index =>
	notificationWith({id: String(index), name: index === 49 ? 'the last name is the longest' : `name ${index}`}),
);
const rows = {records, matches: range(50)};

test('what the columns need is read back as it was written', () => {
	const stats = finish(measureColumns(rows));
	expect(fromNotes(toNotes(stats))).toEqual(stats);
});

test.each([
	undefined,
	'',
	'no JSON',
	'{}',
	'[["name"]]',
	'[["name",null]]',
	'[["name",{"widest":1}]]',
	'[["name",{"widest":-1,"common":1}]]',
])('%j is nothing that was written', notes => {
	expect(fromNotes(notes)).toBeUndefined();
});

test('they are used for a whole listing only', () => {
	const account = {notes: toNotes(finish(measureColumns(rows)))};
	expect(firstStats(rows, account).get('name')).toMatchObject({widest: 28});
	expect(firstStats({records, matches: range(5)}, account)).toEqual(sampleColumns({records, matches: range(5)}));
	expect(firstStats(rows, {...account, notes: undefined}).get('name')).toMatchObject({widest: 7});
});

test('the first frame of the next start has the columns of the last one, although what needs them is not read yet', async () => {
	const listed = records.map(({id, name}) => ({
		id: Number(id),
		notification_name: name,
		channel: 'EMAIL',
		external_user_id: 'ops',
		delivery_location: `a${id}@example.com`,
	}));
	let isHeld = false;
	await using server = await createHttpServer((_request, response) => {
		if (!isHeld) {
			answer(response, 200, listed);
		}
	});
	await using home = await temporaryFolder();
	const service = {baseUrl: server.baseUrl, apiKey: 'test-key'};
	const titles = (frame: string) => frame.split('\n').find(line => line.includes('NAME'));
	let last: string;
	{
		await using app = await startApp({service, home: home.path});
		await app.waitFor('50 notifications');
		last = await app.waitFor('name 5');
		expect(titles(last)).toMatch(/NAME {15,}CHAN/v);
	}

	isHeld = true;
	await using app = await startApp({service, home: home.path});
	await app.waitFor('name 5');
	expect(app.frames.map(frame => titles(frame)).find(line => line !== undefined)).toBe(titles(last));
});
