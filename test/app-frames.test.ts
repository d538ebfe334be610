import path from 'node:path';
import process from 'node:process';
import {build} from 'rolldown';
import {expect, test} from 'vitest';
import {framePlugins} from '../scripts/bundle/ink-patches.ts';
import {answer, createHttpServer} from './helpers/http-server.ts';

// Frames with styles: Ink reads this when it is loaded.
process.env.FORCE_COLOR = '3';
const {startApp, temporaryFolder} = await import('./helpers/app.tsx');

type Frame = {readonly output: string; readonly height: number};

type Output = {operations: readonly unknown[]; readonly get: () => Frame};

type OutputClass = {new (size: object): Output; readonly prototype: {get: (this: Output) => Frame}};

const inkOutput = path.resolve(import.meta.dirname, '../node_modules/ink/build/output.js');

/** Composes every frame that Ink draws as the bundle does, too, and returns the frames that differ. */
async function compareFrames(): Promise<{
	readonly count: () => number;
	readonly differences: ReadonlyArray<readonly [Frame, Frame]>;
}> {
	await using folder = await temporaryFolder();
	const bundle = path.join(folder.path, 'bundle.mjs');
	await build({input: inkOutput, platform: 'node', plugins: [...framePlugins], output: {file: bundle}});
	const {default: Bundled} = (await import(bundle)) as {default: OutputClass};
	const {default: Original} = (await import(inkOutput)) as {default: OutputClass};
	const differences: Array<readonly [Frame, Frame]> = [];
	const {get} = Original.prototype;
	let count = 0;
	Original.prototype.get = function () {
		const bundled = new Bundled(this);
		bundled.operations = this.operations;
		const [ours, frame] = [bundled.get(), get.call(this)];
		count++;
		if (ours.output !== frame.output || ours.height !== frame.height) {
			differences.push([ours, frame]);
		}

		return frame;
	};

	return {count: () => count, differences};
}

const names = [
	'Treasury',
	'入金 アラート',
	'हिन्दी सूचना',
	'👩‍👩‍👧 family',
	'e\u{301}tude',
	'\u{1B}[31mred\u{1B}[7m',
	'line\nfeed\ttab',
	'\u{202E}drow',
	'🇩🇪🇫🇷',
	'x'.repeat(500),
	'한글 알림',
	'\u{200B}\u{AD}zero',
	'Ω Жук',
	'',
];

test('every frame of a journey is the same with and without the patches', async () => {
	const frames = await compareFrames();
	const listed = Array.from({length: 60}, (_, index) => ({
		id: index + 1,
		external_user_id: `user-${index % 7}`,
		channel: ['EMAIL', 'WEBHOOK', 'TELEGRAM', 'SLACK'][index % 4],
		notification_name: names[index % names.length],
		delivery_location: index % 4 === 1 ? `https://hooks.example.com/${'a'.repeat(index * 3)}` : 'ops@example.com',
		event_details: {
			network: 'ETH_MAINNET',
			event_type: 'ADDRESS_ACTIVITY',
			addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
			filters: [],
		},
	}));
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [...listed, {id: 'unreadable', broken: true}]);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('61 notifications');
	for (const [columns, rows] of [
		[120, 40],
		[40, 10],
	] as const) {
		app.resize(columns, rows);
		await app.press('PageDown', ...'jjjj', 'G', 'PageUp', ...'kkkk', 'g');
		// Marks and a range of them, search with matches, sort and group.
		await app.press(
			'space',
			'V',
			'j',
			'j',
			'space',
			'/',
			...'tr',
			'Down',
			'Enter',
			'Escape',
			's',
			'n',
			'b',
			'c',
			'Enter',
			'j',
			'Enter',
			'b',
			'Escape',
		);
		await app.press('?', 'PageDown', 'Escape', 'Enter', 'j', 'J', 'PageDown', 'Escape', 'Escape');
		await app.press('n', 'user-42', 'Tab', 'e', '入金', 'Tab', 'Left', 'x', 'C-s', 'Escape', 'Escape');
		await app.press('d', 'Escape', ':', 'h', 'i', 's', 'Escape', 'H', 'j', 'Escape', 'g');
	}

	expect(frames.differences).toEqual([]);
	expect(frames.count()).toBeGreaterThan(150);
});
