import {cpSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {afterAll, expect, test} from 'vitest';
import {notificationsPath} from '../../source/service/connection.ts';
import {temporarySandbox} from '../helpers/app.tsx';
import type {Hold, HoldableSandbox} from '../helpers/holdable-sandbox.ts';
import {makeHome, type Home} from '../helpers/terminal-home.ts';
import {visibleCells} from '../helpers/terminal-cells.ts';
import {modesAtRest, startTerminal, type Terminal, type TerminalOptions} from '../helpers/terminal.ts';
import {hang, pressingAtEveryStep, untilFile, whenLoading} from '../helpers/when-loading.ts';

type Service = {readonly baseUrl: string; readonly apiKey: string};

const loading = 'the screens are loading';

/** The program, which stops where it loads React and Ink, and says so in the last row. */
const withoutInk = {
	file: process.execPath,
	args: whenLoading(
		'ink',
		`process.getBuiltinModule('node:fs').writeSync(1, String.fromCodePoint(27) + '[9999H${loading}'); ${hang}`,
	),
};

/** Opens a profile of config.yaml. */
function openProfile(home: Home, {baseUrl, apiKey}: Service, settings: string, options: TerminalOptions = {}) {
	mkdirSync(path.join(home.path, 'config/chainbell'), {recursive: true, mode: 0o700});
	writeFileSync(
		path.join(home.path, 'config/chainbell/config.yaml'),
		`profiles:\n  ops team:\n    baseUrl: ${baseUrl}\n    apiKey: ${apiKey}\n${settings}`,
		{mode: 0o600},
	);
	return startTerminal({home: home.path, ...options});
}

/** Waits until the list was drawn by Ink. */
async function untilDrawn(terminal: Terminal): Promise<void> {
	terminal.press('?');
	await terminal.waitFor('· help');
	terminal.press('Escape');
	await terminal.waitFor(/^▌ /mv);
}

/** Sends a request of another client. */
async function send({baseUrl, apiKey}: Service, method: string, file: string, body?: object): Promise<void> {
	const response = await fetch(new URL(file, baseUrl), {
		method,
		headers: {Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json'},
		...(body && {body: JSON.stringify(body)}),
	});
	expect(response.status).toBeLessThan(300);
}

async function create(service: Service, name: string): Promise<void> {
	const body = {
		external_user_id: 'ops',
		channel: 'EMAIL',
		delivery_location: 'ops@example.com',
		notification_name: name,
		event_details: {
			network: 'ETH_MAINNET',
			event_type: 'ADDRESS_ACTIVITY',
			addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
		},
	};
	await send(service, 'POST', notificationsPath, body);
}

/** Lists the account once, so that its listing is cached. `shown`: what only that listing shows. */
async function listOnce(home: Home, service: Service, shown = 'listed just now'): Promise<void> {
	await using terminal = openProfile(home, service, '', {columns: 120});
	await terminal.waitFor(shown);
	terminal.press('q');
	await terminal.exit;
}

type Account = {readonly service: HoldableSandbox; readonly home: string};

const stack = new AsyncDisposableStack();
afterAll(async () => stack.disposeAsync());
const accounts = new Map<number, Promise<Account>>();

async function listAccount(samples: number): Promise<Account> {
	const service = stack.use(await temporarySandbox({samples}));
	const home = stack.use(makeHome());
	await listOnce(home, service);
	return {service, home: home.path};
}

/** An account with this many notifications whose listing is cached, and a home of its own with that. Nothing changes the account. Up to 70 are all read for the first page; of more, Ink may have read the rest by then, whose longer IDs widen a column. */
async function cachedAccount(samples: number) {
	const listed = accounts.get(samples) ?? listAccount(samples);
	accounts.set(samples, listed);
	const {service, home: template} = await listed;
	const home = makeHome();
	cpSync(template, home.path, {recursive: true});
	const holds: Hold[] = [];
	return {
		service,
		home,
		/** Holds the listings until the end of the test. */
		holdLists() {
			holds.push(service.faults.hold({on: 'list'}));
		},
		async [Symbol.asyncDispose]() {
			for (const {release} of holds) {
				release();
			}

			await home[Symbol.asyncDispose]();
		},
	};
}

/** The setting for a list without a preview, which is drawn when the cursor has rested. */
const withoutPreview = 'preview: off\n';

test.each([
	{size: '120x40', samples: 60, settings: 'columns: [name, id, filter]\n', env: {}, listRows: 25},
	{size: '150x30', samples: 60, settings: '', env: {}, isBeside: true},
	{size: '100x12', samples: 60, settings: '    readOnly: true\n    colour: false\n', env: {}},
	{size: '80x24', samples: 1, settings: '', env: {NO_COLOR: '1', NODE_TLS_REJECT_UNAUTHORIZED: '0'}, listRows: 18},
	{size: '41x30', samples: 3, settings: '', env: {TERM: 'vt100'}, listRows: 24},
])(
	'the first page is what Ink draws then: $size, $samples notifications, $settings$env',
	async ({size, samples, settings, env, listRows, isBeside}) => {
		const [columns, rows] = size.split('x').map(Number) as [number, number];
		await using account = await cachedAccount(samples);
		const {service, home} = account;
		account.holdLists();
		await using early = openProfile(home, service, settings, {...withoutInk, columns, rows, env});
		await early.waitFor(loading.slice(0, columns));
		await using drawn = openProfile(home, service, settings, {columns, rows, env});
		await untilDrawn(drawn);
		// The preview is drawn when the cursor has rested.
		const listOf = (terminal: Terminal) =>
			terminal
				.cells()
				.slice(0, listRows ?? -1)
				.map((row, index) =>
					index === 0 || isBeside === undefined
						? visibleCells(row)
						: row
								.map(({text}) => text)
								.join('')
								.split('│', 1)[0],
				);
		expect(listOf(early)).toEqual(listOf(drawn));
		expect(early.modes).toMatchObject({alternateScreen: true, cursorVisible: false});
	},
);

test('another account, or another API key, gets no page of this one', async () => {
	await using account = await cachedAccount(12);
	const {service, home} = account;
	await using terminal = openProfile(home, {...service, apiKey: `${service.apiKey}_renewed`}, '', withoutInk);
	await terminal.waitFor(loading);
	expect(terminal.screen()).toContain('chainbell · opening');
	expect(terminal.bytes).not.toContain('treasury@');
});

test('hostile text in the cached listing is as harmless as in the list', async () => {
	await using service = await temporarySandbox({samples: 0});
	await using home = makeHome();
	for (const name of ['\u{1B}]0;owned\u{7}\u{1B}[2J', 'a\u{202E}b\u{200B}c\nd', 'हिन्दी सूचना 🇩🇪 👩‍👩‍👧‍👦']) {
		await create(service, name);
	}

	await listOnce(home, service);
	service.faults.hold({on: 'list'});
	await using early = openProfile(home, service, withoutPreview, withoutInk);
	await early.waitFor(loading);
	await using drawn = openProfile(home, service, withoutPreview);
	await untilDrawn(drawn);
	expect(early.screen().replace(loading, '').trimEnd()).toBe(drawn.screen());
	expect(early.bytes).not.toMatch(/owned\u{7}|\u{202E}|\u{200B}/v);
});

test('keys that move act on the first page, and the screens begin with the row and the window that they left', async () => {
	await using account = await cachedAccount(60);
	const {service, home} = account;
	account.holdLists();
	const go = path.join(home.path, 'go');
	await using terminal = openProfile(home, service, '', {file: process.execPath, args: untilFile(go)});
	const selected = (id: number) => new RegExp(`^▌ *${id} `, 'mv');
	await terminal.waitFor(selected(1));
	terminal.press('j', 'Down', 'Down', 'k');
	await terminal.waitFor(selected(3));
	terminal.press('PageDown');
	await terminal.waitFor(selected(19));
	expect(terminal.screen()).not.toMatch(/^ *2 +USDC/mv);
	const early = terminal.screen();
	const written = terminal.bytes.length;

	writeFileSync(go, '');
	terminal.press('?');
	await terminal.waitFor('· help');
	terminal.press('Escape');
	await terminal.waitFor(selected(19));
	// No other row was under the cursor in between.
	expect(
		new Set([...terminal.bytes.slice(written).matchAll(/▌ *(?<id>\d+)/gv)].map(found => found.groups!.id)),
	).toEqual(new Set(['19']));
	expect(rowsOf(terminal.screen())).toEqual(rowsOf(early));
});

test.each([3, 60])(
	'a key at every step of the start moves the cursor once, and no frame shows it further back, with %i notifications',
	async samples => {
		await using account = await cachedAccount(samples);
		const {service, home} = account;
		account.holdLists();
		const pressed = path.join(home.path, 'pressed');
		await using terminal = openProfile(home, service, '', {file: process.execPath, args: pressingAtEveryStep(pressed)});
		await terminal.waitFor('· help');
		const {length: presses} = readFileSync(pressed, 'utf8');
		expect(presses).toBeGreaterThanOrEqual(10);
		terminal.press('Escape');
		await terminal.waitFor(new RegExp(String.raw`^▌ *${Math.min(samples, presses + 1)} `, 'mv'));
		const shown = [...terminal.bytes.matchAll(/▌ *(?<id>\d+)/gv)].map(found => Number(found.groups!.id));
		expect(shown).toEqual(shown.toSorted((a, b) => a - b));
		expect(shown[0]).toBe(1);
	},
);

/** The rows of the list, without what is below them. */
const rowsOf = (screen: string): string[] => screen.split('\n').slice(1, 18);

test('keys that config.yaml gives to moves move on the first page, and the first key that does not move keeps those after it', async () => {
	await using account = await cachedAccount(12);
	const {service, home} = account;
	const settings = 'keys:\n  list:\n    down: [z]\n    last: [ctrl+x]\n';
	const go = path.join(home.path, 'go');
	await using terminal = openProfile(home, service, settings, {file: process.execPath, args: untilFile(go)});
	await terminal.waitFor(/^▌ *1 /mv);
	terminal.press('C-x');
	await terminal.waitFor(/^▌ *12 /mv);
	terminal.press('Home', 'z');
	await terminal.waitFor(/^▌ *2 /mv);
	// `j` does not move any more.
	terminal.press('j', 'z', 'Enter');
	writeFileSync(go, '');
	await terminal.waitFor(/^ Deposit contract · .*ops team.*TELEGRAM/msv);
});

test('a key that waits for the screens is answered before the first request is sent', async () => {
	await using account = await cachedAccount(12);
	const {service, home} = account;
	/** Presses keys on the first page. Returns the order in which the screens are loaded and the first request is sent. */
	const loadOrder = async (...keys: string[]): Promise<string[]> => {
		const {arrived} = service.faults.hold({on: 'list', when: 'before', count: 1});
		const [go, loads] = ['go', 'loads'].map(name => path.join(home.path, `${name}-${keys.length}`)) as [string, string];
		const log = (event: string) =>
			`process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(loads)}, '${event} ');`;
		const onRequest = `
			const http = process.getBuiltinModule('node:http');
			const {request} = http;
			http.request = (...args) => {
				${log('request')}
				return request(...args);
			};
		`;
		await using terminal = openProfile(home, service, '', {
			file: process.execPath,
			args: [
				...untilFile(go).slice(0, -1),
				'--import',
				`data:text/javascript,${encodeURIComponent(onRequest)}`,
				...whenLoading('screens', log('screens')),
			],
		});
		await terminal.waitFor('treasury@');
		terminal.press('j', ...keys);
		await terminal.waitFor(/^▌ *2 /mv);
		writeFileSync(go, '');
		await arrived;
		if (keys.length === 0) {
			terminal.press('?');
		}

		await terminal.waitFor('· help');
		return readFileSync(loads, 'utf8').trim().split(' ');
	};

	expect(await loadOrder()).toEqual(['request', 'screens']);
	expect(await loadOrder('?')).toEqual(['screens', 'request']);
});

test.each(['q', 'C-c'])('%s on the first page leaves it once the screens are loaded', async key => {
	await using account = await cachedAccount(12);
	const {service, home} = account;
	const go = path.join(home.path, `go-${key}`);
	await using terminal = openProfile(home, service, '', {file: process.execPath, args: untilFile(go)});
	await terminal.waitFor('treasury@');
	terminal.press('j');
	await terminal.waitFor(/^▌ *2 /mv);
	terminal.press(key);
	writeFileSync(go, '');
	expect(await terminal.exit).toMatchObject({exitCode: 0});
	expect(terminal.modes).toEqual(modesAtRest);
	expect(terminal.screen()).not.toContain('treasury@');
});
