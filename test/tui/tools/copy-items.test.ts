import {sourceOf} from '../../../source/notification/notification.ts';
import {expect, test} from 'vitest';
import type {Services} from '../../../source/account/services.ts';
import {bodyItems, recordItems} from '../../../source/tui/tools/copy.tsx';
import {copyNotice, openInExplorer} from '../../../source/tui/ui/notices.ts';
import {notificationWith} from '../../helpers/notifications.ts';
import {Buffer} from 'node:buffer';
import {startApp, type AppOptions} from '../../helpers/app.tsx';

const context = {baseUrl: 'https://api.example.com/', explorers: {MY_CHAIN: 'https://explorer.example.com/{address}'}};
const notification = notificationWith({
	id: '7',
	name: 'Treasury',
	network: 'MY_CHAIN',
	addresses: ['0x1'],
	source: sourceOf({id: 7}),
});

test('all that a notification has can be copied, and nothing that is empty', () => {
	const items = recordItems(notification, {template: 'Look', topics: ['', '', '', ''], at: 0}, context);
	expect(items.map(({action}) => action)).toEqual([
		'copy-id',
		'copy-address',
		'copy-recipient',
		'copy-user',
		'copy-name',
		'copy-json',
		'copy-body',
		'copy-yaml',
		'copy-curl',
		'copy-link',
	]);
	const text = (action: string, from = items) => from.find(item => item.action === action)?.text;
	expect([text('copy-id'), text('copy-address'), text('copy-json'), text('copy-link')]).toEqual([
		'7',
		'0x1',
		'{\n  "id": 7\n}',
		'https://explorer.example.com/0x1',
	]);
	expect(text('copy-yaml')).toContain('template: Look');
	expect(text('copy-curl')).toContain('Look');
	expect(items.filter(({isLink}) => isLink === true).map(({action}) => action)).toEqual(['copy-link']);

	const bare = recordItems({...notification, name: '', network: 'ANOTHER', addresses: []}, undefined, context);
	expect(bare.map(({action}) => action)).toEqual([
		'copy-id',
		'copy-recipient',
		'copy-user',
		'copy-json',
		'copy-body',
		'copy-yaml',
		'copy-curl',
	]);
	expect(text('copy-yaml', bare)).not.toContain('Look');
});

test('of a record that cannot be read the JSON is copied, as it came', () => {
	const unreadable = {kind: 'unreadable', index: 0, problem: 'no name'} as const;
	expect(recordItems({...unreadable, raw: {id: 7}}, undefined, context)).toMatchObject([
		{action: 'copy-json', text: '{\n  "id": 7\n}'},
	]);
	expect(recordItems({...unreadable, raw: '{"id":7'}, undefined, context)).toMatchObject([{text: '{"id":7'}]);
	expect(bodyItems([{a: 1}], context).map(({action}) => action)).toEqual(['copy-json', 'copy-yaml', 'copy-curl']);
	const several = bodyItems([{a: 1}, {a: 2}], context);
	expect(several.slice(0, 2).map(({text: copied}) => copied)).toEqual([
		'[\n  {\n    "a": 1\n  },\n  {\n    "a": 2\n  }\n]',
		'- a: 1\n- a: 2\n',
	]);
	expect(several[2]!.text.match(/^curl/gmv)).toHaveLength(2);
});

test('the address is opened in the explorer of its network; where nothing opens it, the link is copied and shown', async () => {
	const copied: string[] = [];
	const open = async (about: Partial<typeof notification>, opens: boolean) =>
		openInExplorer({...notification, ...about}, {
			settings: {get: () => ({settings: {explorers: context.explorers}, problems: [], lineOf: () => undefined})},
			openLink: async () => opens,
			async copy(text: string) {
				copied.push(text);
				return {kind: 'copied', by: 'pbcopy'};
			},
		} as unknown as Services);
	expect(await open({}, true)).toEqual({tone: 'good', text: '✓ Opened https://explorer.example.com/0x1'});
	expect(copied).toEqual([]);
	expect(await open({}, false)).toMatchObject({
		text: '✓ Copied the link with pbcopy. https://explorer.example.com/0x1',
	});
	expect(copied).toEqual(['https://explorer.example.com/0x1']);
	expect(await open({addresses: []}, true)).toEqual({text: 'It has no address.'});
	expect(await open({network: 'ANOTHER\u{7}'}, true)).toEqual({
		text: 'No block explorer is known for ANOTHER␇. Add one to explorers in config.yaml.',
	});
});

test('what became of a copy is said', () => {
	expect(copyNotice({kind: 'sent'}, 'the ID').text).toBe("Sent the ID to the terminal's clipboard.");
	expect(copyNotice({kind: 'too-long', size: 2_000_000, limit: 100_000}, 'the JSON')).toEqual({
		tone: 'bad',
		text: "✗ Not copied: the JSON takes 2 MB, and the terminal's clipboard at most 100 kB.",
	});
});

/** The app on a terminal reached over SSH, and what was put on its clipboard. */
async function startWithClipboard(options: AppOptions = {}) {
	const written: string[] = [];
	const app = await startApp({
		...options,
		desktop: {
			platform: 'linux',
			get: name => (name === 'SSH_TTY' ? '/dev/pts/1' : undefined),
			write(sequence) {
				written.push(sequence);
			},
		},
	});
	await app.waitFor('12 notif');
	return {
		...app,
		written,
		/** The text that was copied last. */
		copied: () => Buffer.from(/^\u{1B}\]52;c;(.*)\u{7}$/v.exec(written.at(-1) ?? '')?.[1] ?? '', 'base64').toString(),
	};
}

test('in the review, the arrows and enter choose; the curl command stands there without a margin', async () => {
	await using app = await startWithClipboard();
	await app.press('c', 'C-s');
	await app.waitFor('Create "');
	await app.press('J', 'G');
	const frame = await app.waitFor('--data-raw');
	const lines = frame.split('\n');
	const shown = lines
		.slice(
			lines.findIndex(line => line.startsWith("curl '")),
			lines.findIndex(line => line.includes('? help')),
		)
		.filter(line => line !== '');
	expect(shown.filter(line => line.startsWith(' '))).toEqual([]);
	await app.press('c');
	await app.waitFor(/^▌ J {2}JSON body/mv);
	await app.press('j', 'j', 'Enter');
	await app.waitFor('Sent the curl command');
	expect(app.copied()).toContain('--data-raw');
	expect(app.frame()).toContain('review');
});

test('what is not there says so; nothing is copied from the header of a group', async () => {
	await using app = await startWithClipboard();
	await app.press(...'jjjj', 'y');
	await app.waitFor(/^. i {2}ID/mv);
	await app.press('n');
	await app.waitFor('There is nothing of that kind to copy here.');
	await app.press('Escape', 'b', 'u', 'g', 'y');
	await app.waitFor('there is nothing to copy');
	expect(app.written).toEqual([]);
});
