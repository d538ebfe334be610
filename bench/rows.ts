import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {setTimeout as delay} from 'node:timers/promises';
import {stringify} from 'yaml';
import {
	cpuTime,
	currentId,
	hasFound,
	hasRows,
	isComplete,
	isListed,
	openFzf,
	runCommand,
	shell,
	timeNode,
	type Program,
} from './program.ts';
import {median, type Row} from './report.ts';
import {far, notificationsOf, startService, type Service} from './service.ts';
import type {Lines, Terminal} from './terminal.ts';

/** What is measured together, because one run of the program tells all of it. */
export type Measure = {
	readonly rows: readonly Row[];
	/** What the budgets of the rows are multiples of; without it they have their units. */
	readonly against?: string;
	/** How often it is repeated, if not three times. */
	readonly runs?: number;
	/** A value for each row. */
	readonly ours: (program: Program, run: number) => Promise<readonly number[]>;
	/** The same of what they are measured against; one value if it is that of all. */
	readonly theirs?: (here: Program, run: number) => Promise<readonly number[]>;
};

/** The accounts that are only listed. */
const [small, middle, large] = [await startService(100), await startService(10_000), await startService(100_000)];

/** Longer than a question must be on the screen before the program takes an answer, in milliseconds. */
const readingTime = 1000;

/** Rows: name, what is measured, budget, and its unit where that is not milliseconds. */
export const measures: readonly Measure[] = [
	{
		rows: [
			['first-paint', 'first painted bytes', 1.1],
			['first-rows', 'first rows of an account seen before, 100', 2.3],
			['first-rows-large', 'first rows of an account seen before, 100,000', 2.3],
			['first-down', 'first ↓ answered', 2.6],
			['first-key', 'any other first key answered (`?`)', 5],
			['help', '`chainbell --help`', 1.7],
			['list', '`chainbell list` of 100', 2.5],
		],
		against: '`node -e 0`',
		runs: 15,
		async ours(program) {
			const home = await program.usedHome(small);
			const [paint, rows, down] = await start(program, small, 'Down');
			const [, largeRows] = await start(program, large, 'Down');
			const [, , help] = await start(program, small, '?');
			const commands = [await program.run(['--help'], small, home), await program.run(['list'], small, home)];
			return [paint!, rows!, largeRows!, down!, help!, ...commands];
		},
		theirs: async () => [await timeNode()],
	},
	{
		rows: [
			['fresh-listing', 'fresh listing of 100,000 on the screen', 0.9],
			['memory', 'memory (peak) with it listed and ready for a search', 1.3, 'MB'],
		],
		against: '`curl … | jq length`',
		runs: 5,
		async ours(program) {
			await using terminal = program.open(large);
			const listed = await terminal.until(isComplete(large));
			await terminal.until(isListed(large));
			return [listed - terminal.startedAt, await peakMemory(terminal.pid)];
		},
		async theirs() {
			return [await shell('curl "$1" | jq length', large.url), await jqPeak()];
		},
	},
	{
		rows: [['list-jsonl', '`chainbell list -o jsonl` of 100,000', 0.5]],
		against: "`curl … | jq -c '.[]'`",
		runs: 5,
		ours: async program => [await program.run(['list', '-o', 'jsonl'], large)],
		theirs: async () => [await shell('curl "$1" | jq -c ".[]"', large.url)],
	},
	{
		rows: [['plan', '`chainbell plan` of a file of 10,000 entries beside 100,000', 1.3]],
		against: '`chainbell list -o jsonl`, and `parseDocument` of `yaml` on the file',
		ours: async program => [await program.run(['plan', await planFile()], large)],
		async theirs(here) {
			const script = 'require("yaml").parseDocument(require("node:fs").readFileSync(process.argv[1], "utf8"))';
			const parsing = await runCommand(process.execPath, ['-e', script, await planFile()]);
			return [parsing + (await here.run(['list', '-o', 'jsonl'], large))];
		},
	},
	{
		rows: [
			['held-down', '↓ held at 30 Hz, key to frame, 100,000', 0.8],
			['bytes-down', 'bytes a ↓ writes, on the first page, without the preview', 1, 'bytes'],
			['search', 'a search of ten letters, each from its key to the rows, 100,000', 0.6],
		],
		against: '`fzf -e +s` on the same text',
		runs: 5,
		async ours(program, run) {
			await using terminal = await program.openListed(large);
			// Without the preview, which fzf does not have.
			terminal.press('p');
			await terminal.untilStill(500);
			const held = await holdDown(terminal);
			await openSearch(terminal);
			return [...held, await typeQuery(terminal, run)];
		},
		async theirs(_here, run) {
			await shell('fzf --version');
			await using terminal = openFzf(await textFile());
			await terminal.until(lines => hasFound(large.size)(lines) && currentId(lines) !== undefined);
			return [...(await holdDown(terminal)), await typeQuery(terminal, run)];
		},
	},
	{
		rows: [
			['bulk-delete', 'bulk delete of 1,000 of 4,000', 0.7],
			['bulk-create', '`chainbell create -f` of 1,000', 0.7],
		],
		against: '`xargs -P8 -n1 curl`',
		ours: async program => [
			await inOwnAccount(-1000, async service => deleteEmails(program, service)),
			await inOwnAccount(1000, async service =>
				program.run(['create', '-f', await newBodiesFile(), '--yes', '--quiet'], service),
			),
		],
		theirs: async () => [await inOwnAccount(-1000, deleteWithCurl), await inOwnAccount(1000, createWithCurl)],
	},
	{
		rows: [['create', 'one create in 100,000, from the key that sends it to "Created"', 1.2]],
		against: '`curl` POST, then GET',
		async ours(program) {
			await using service = await startService(large.size);
			await using terminal = await program.openListed(service);
			return [await secondTime(async count => createOne(terminal, `user${count}`))];
		},
		async theirs() {
			await using service = await startService(large.size);
			const [body] = bodiesBeside(large.size, 1);
			const script = 'curl -o /dev/null -X POST -d "$1" "$2" && curl "$2"';
			return [await shell(script, JSON.stringify(body), service.url)];
		},
	},
	{
		rows: [['far-edit', 'one edit over 200 ms, without the time it takes beside the service', 1.1]],
		against: 'five round trips: listing, POST, listing, DELETE, listing',
		async ours(program) {
			await using service = await startService(small.size);
			await using relay = await far(service, 200);
			const nearTime = await timeEdit(program, service);
			return [(await timeEdit(program, relay)) - nearTime];
		},
		theirs: async () => [5 * 200],
	},
	{
		rows: [
			['gap-loading', 'longest gap of the event loop while 100,000 load, from the first rows on', 60],
			['gap-edit', 'longest gap of the event loop in a bulk edit of 10,000', 60],
		],
		runs: 5,
		ours: async program => [await longestGap(program, large, loadAll), await longestGap(program, middle, editAll)],
	},
	{
		rows: [
			['cpu-idle', 'CPU used while idle, 100,000', 0.5, '% of a core'],
			['cpu-watching', 'CPU used while watching 100,000 every 30 s', 3, '% of a core'],
		],
		runs: 1,
		ours: cpuAtRest,
	},
	{
		rows: [['slow-link', 'PgDn held for 2 s over 5 kB/s: behind the last key, 10,000', 3000]],
		ours: async program => [await behindHeldKey(program)],
	},
];

/** A start where the account was seen before: when the first bytes and rows were there, and the answer to a key. */
async function start(program: Program, service: Service, key: string) {
	await using terminal = program.open(service, {home: await program.usedHome(service)});
	const painted = await terminal.until(lines => lines.join('') !== '');
	const rows = await terminal.until(hasRows);
	const isMoved = movedFrom(terminal);
	terminal.press(key);
	const answered = await terminal.until(lines => isMoved(lines) || lines[0]!.includes('help'));
	return [painted, rows, answered].map(at => at - terminal.startedAt);
}

/** Whether the cursor is in another row than now. */
function movedFrom(terminal: Terminal) {
	const before = currentId(terminal.lines());
	return (lines: Lines) => ![before, undefined].includes(currentId(lines));
}

/** Times something twice: the first time loads what the second needs, and does not count. */
async function secondTime(time: (count: number) => Promise<number>) {
	await time(0);
	await delay(3000);
	return time(1);
}

/** What a process held of memory at most so far, in MB. Only Linux knows. */
async function peakMemory(pid: number) {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/^VmHWM:\s+(\d+) kB$/mv.exec(status)![1]) / 1000;
}

/** The same of `jq length`: it is looked at until it has ended. */
async function jqPeak() {
	const file = path.join(tmpdir(), 'listing.json');
	await shell('curl -o "$2" "$1"', large.url, file);
	const jq = spawn('jq', ['length', file], {stdio: 'ignore'});
	let peak = 0;
	while (jq.exitCode === null) {
		peak = await peakMemory(jq.pid!).catch(() => peak);
		await delay(5);
	}

	return peak;
}

/** Holds ↓ for a hundred rows: the time from a key to its frame, and the bytes that each of the first fifteen writes. */
async function holdDown(terminal: Terminal) {
	const waits: number[] = [];
	const written = [terminal.written()];
	while (waits.length < 100) {
		const next = delay(1000 / 30);
		waits.push(await terminal.answer('Down', movedFrom(terminal)));
		await next;
		written.push(terminal.written());
	}

	return [median(waits), (written[15]! - written[0]!) / 15];
}

/** The notifications of the large account, as text to search in, a line each. */
async function textFile() {
	const file = path.join(tmpdir(), 'text');
	const lines = notificationsOf(large.size).map(({event_details: {network, event_type, addresses, filters}, ...each}) =>
		[...Object.values(each), network, event_type, ...addresses, `value > ${filters[0]!.value}`].join(' '),
	);
	await writeFile(file, `${lines.join('\n')}\n`);
	return file;
}

/** Types ten letters that find ever less, each when the one before has settled, and returns the sum of the times. */
async function typeQuery(terminal: Terminal, run: number) {
	const codes = notificationsOf(large.size).map(({notification_name: name}) => name.slice(-10));
	const countsOf = (query: string) =>
		Array.from(query, (_, index) => codes.filter(code => code.includes(query.slice(0, index + 1))).length);
	const isNarrowing = (query: string) => new Set(countsOf(query)).size === query.length;
	const query = codes.slice((run + 2) * 1000).find(isNarrowing)!;
	let sum = 0;
	for (const [index, count] of countsOf(query).entries()) {
		sum += await terminal.answer(query[index]!, hasFound(count));
	}

	return sum;
}

const openSearch = async (terminal: Terminal) =>
	terminal.answer('/', lines => /^ *\//mv.test(lines.slice(1, 3).join('\n')));

/** Times a change of an account of its own, and checks that it adds so many notifications. */
async function inOwnAccount(added: number, time: (service: Service) => Promise<number>) {
	await using service = await startService(4000);
	const result = await time(service);
	const {length} = (await (await fetch(service.url)).json()) as unknown[];
	assert.equal(length - service.size, added);
	return result;
}

/** From the key that confirms to the notice that all are deleted. */
async function deleteEmails(program: Program, service: Service) {
	await using terminal = await program.openListed(service);
	await openSearch(terminal);
	await terminal.answer('channel:email', hasFound(1000));
	await terminal.answer('Enter', '? help');
	await terminal.answer('a', '1,000 marked');
	await terminal.answer('d', 'Type 1000, then enter:');
	await delay(readingTime);
	await terminal.answer('1000', 'Type 1000, then enter: 1000');
	await delay(readingTime);
	return await terminal.answer('Enter', '✓ Deleted 1,000 ');
}

async function deleteWithCurl({url, size}: Service) {
	const file = path.join(tmpdir(), 'urls');
	const urls = notificationsOf(size).flatMap(({id, channel}) => (channel === 'EMAIL' ? `${url}${id}/` : []));
	await writeFile(file, urls.join('\n'));
	return shell('xargs -P8 -n1 curl -X DELETE < "$1"', file);
}

/** What can be created beside an account of generated notifications. */
const bodiesBeside = (size: number, count: number) =>
	notificationsOf(size + count)
		.slice(size)
		.map(({id, ...body}) => body);

async function newBodiesFile() {
	const file = path.join(tmpdir(), 'bodies.jsonl');
	await writeFile(
		file,
		bodiesBeside(4000, 1000)
			.map(body => JSON.stringify(body))
			.join('\n'),
	);
	return file;
}

const createWithCurl = async ({url}: Service) =>
	shell('tr "\\n" "\\0" < "$2" | xargs -0 -P8 -n1 curl -X POST "$1" -d', url, await newBodiesFile());

async function createOne(terminal: Terminal, user: string) {
	await terminal.answer('n', 'User *');
	// The fields that are required, in the forms of both commits.
	const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
	await terminal.answer([user, 'e', `${user}@example.com`, address].join('\t'), address);
	await terminal.answer('C-s', '✓ No duplicate in the listing.');
	await delay(readingTime);
	return terminal.answer('C-s', '✓ Created ');
}

/** From the key that sends an edit to the notice that it is done. */
async function timeEdit(program: Program, service: Service) {
	await using terminal = await program.openListed(service);
	return await secondTime(async count => {
		await terminal.answer('e', 'User *');
		['S-Tab', 'S-Tab', 'C-u'].forEach(key => terminal.press(key));
		await terminal.answer(`Edited ${count}`, `Edited ${count}`);
		// Without a template.
		terminal.press('C-r');
		await terminal.answer('C-s', 'Replace ');
		await delay(readingTime);
		return terminal.answer('C-s', '✓ Replaced ');
	});
}

/** The longest gap of the event loop, seen from inside, from the time that `act` returns until `act` has ended. */
async function longestGap(program: Program, service: Service, act: (terminal: Terminal) => Promise<number>) {
	const file = path.join(tmpdir(), 'gaps');
	const env = {NODE_OPTIONS: `--import=${new URL('probe.ts', import.meta.url).href}`, BENCH_GAPS: file};
	let [from, to] = [0, 0];
	{
		await using terminal = program.open(service, {env});
		from = await act(terminal);
		to = Date.now();
	}

	const gaps = JSON.parse(await readFile(file, 'utf8')) as Array<[end: number, cpu: number]>;
	return Math.max(...gaps.map(([end, cpu]) => (end > from && end < to ? cpu : 0)));
}

async function loadAll(terminal: Terminal) {
	await terminal.until(hasRows);
	const from = Date.now();
	await terminal.until(isListed(large));
	return from;
}

async function editAll(terminal: Terminal) {
	await terminal.until(isListed(middle));
	await terminal.answer('a', '10,000 marked');
	const from = Date.now();
	await terminal.answer('e', 'different');
	Array.from('/example/events2/', letter => terminal.press(letter));
	await terminal.until(lines => lines.some(line => /^ [1-9][\d,]* to replace(?!.*computing)/v.test(line)));
	await terminal.answer('C-s', ', then enter:');
	return from;
}

/** What the large account takes while nobody touches it, and over two refreshes of a watch, in % of a core. */
async function cpuAtRest(program: Program) {
	await using terminal = await program.openListed(large);
	const used = async (act: () => Promise<unknown>) => {
		const [before, since] = [await cpuTime(terminal.pid), performance.now()];
		await act();
		return (((await cpuTime(terminal.pid)) - before) / (performance.now() - since)) * 100;
	};

	const untilRefreshed = async () => {
		await terminal.until('refreshing');
		await terminal.until(isListed(large));
	};

	// V8 has collected what the load left behind.
	await delay(30_000);
	const idle = await used(async () => delay(20_000));
	await terminal.answer('w', 'every 5 s');
	await terminal.answer('w', 'every 30 s');
	await untilRefreshed();
	return [idle, await used(async () => untilRefreshed().then(untilRefreshed))];
}

/** How long the screen goes on changing after a PgDn that was held over a slow connection. */
async function behindHeldKey(program: Program) {
	await using terminal = await program.openListed(middle, {bytesPerSecond: 5000});
	await terminal.untilStill(1500);
	let pressed = 0;
	for (let press = 0; press < 60; press++) {
		pressed = terminal.press('PageDown');
		await delay(1000 / 30);
	}

	return Math.max(0, (await terminal.untilStill(1500)) - pressed);
}

/** A file for the large account: of its entries half are listed, and half are new. */
async function planFile() {
	const file = path.join(tmpdir(), 'plan.yaml');
	if (!existsSync(file)) {
		const notifications = [...bodiesBeside(0, 5000), ...bodiesBeside(large.size, 5000)];
		await writeFile(file, stringify({version: 1, notifications}));
	}

	return file;
}
