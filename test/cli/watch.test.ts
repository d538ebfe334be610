import {runOn} from '../helpers/command-account.ts';
import {expect, test} from 'vitest';
import {answering, type Handler} from '../helpers/http-server.ts';
import {stillClock} from '../helpers/app.tsx';
import {signals, wordsOf, type CommandLine, type CommandOptions} from '../helpers/command.ts';
import {matching} from '../helpers/texts.ts';

/** A record as it is printed. */
const printed = (record: {readonly id: number}) => ({...record, id: String(record.id)});

/** Each listing of the watch gets the next answer; the pauses between them are collected. */
async function watch(answers: readonly Handler[], args: CommandLine = [], options: Partial<CommandOptions> = {}) {
	let index = 0;
	const pauses: number[] = [];
	const respond: Handler = async (request, response) => answers[index++]?.(request, response);
	const run = await runOn(respond, ['watch', '--every', '10', ...wordsOf(args)], {
		clock: {
			...stillClock,
			async sleep(milliseconds) {
				pauses.push(milliseconds / 1000);
				await stillClock.sleep(milliseconds);
			},
		},
		...options,
	});
	return {...run, pauses};
}

const listing = (...records: readonly unknown[]): Handler => answering(200, records);

const status = (code: number, headers: Record<string, string> = {}): Handler =>
	answering(code, {error: 'of the test'}, headers);

const reset: Handler = (_request, response) => {
	response.destroy();
};

const [a, b] = [
	{id: 1, channel: 'EMAIL', notification_name: 'a\u{9B}'},
	{id: 12, channel: 'WEBHOOK', notification_name: 'b'},
];

test('a line for each notification that appears or vanishes; it survives failures, and a refused key ends it', async () => {
	const texts: string[] = [];
	const partial: Handler = answering(200, {results: [b], count: 5});

	const {exitCode, lines, errors, pauses} = await watch(
		[
			listing(a),
			listing(a, b),
			status(503),
			reset,
			status(429, {'retry-after': '100'}),
			partial,
			listing(b),
			listing(b),
			listing(),
			status(403),
			status(401),
		],
		'',
		{
			onWrite(text) {
				texts.push(text);
				return true;
			},
		},
	);
	const time = '2026-01-01T00:00:00.000Z';
	expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([
		{time, change: 'appeared', notification: printed(b)},
		{time, change: 'vanished', notification: printed(a)},
		{time, change: 'vanished', notification: printed(b)},
	]);
	expect(texts).toHaveLength(3);
	expect(pauses.slice(0, 5)).toEqual([10, 10, 20, 40, 100]);
	expect(exitCode).toBe(4);
	expect(errors.filter(line => line.includes('The next listing is in'))).toHaveLength(4);
	expect(errors.filter(line => line.includes('partial'))).toHaveLength(1);
});

test('a long Retry-After is said as a date', async () => {
	const {errors} = await watch([listing(), status(429, {'retry-after': '3600'}), status(401)]);
	expect(errors[0]).toMatch(/^Rate limited \(429\)\..* The next listing is at 2026-01-01 \d\d:00\.$/v);
});

test('content that changes under the same ID is reported, also where the query found it only before; the order of members is not', async () => {
	const edited = {...b, notification_name: 'c'};
	const reordered = {notification_name: 'c', channel: 'WEBHOOK', id: 12};
	const answers = [listing(a, b), listing(edited, a), listing(a, reordered), listing(a), listing(a, b), status(401)];
	const time = '2026-01-01T00:00:00.000Z';
	const all = await watch(answers);
	expect(all.lines.map(line => JSON.parse(line) as unknown)).toEqual([
		{time, change: 'changed', notification: printed(edited)},
		{time, change: 'vanished', notification: printed(reordered)},
		{time, change: 'appeared', notification: printed(b)},
	]);
	const found = await watch(answers, 'name:=b');
	expect(found.lines.map(line => JSON.parse(line) as unknown)).toEqual([
		{time, change: 'changed', notification: printed(edited)},
		{time, change: 'appeared', notification: printed(b)},
	]);
	const {lines} = await watch(answers, '-q', {columns: {output: 80}});
	expect(lines[0]).toMatch(/ {2}~ {2}changed {2}12 {2}c {2}WEBHOOK$/v);
});

test('a query, and lines for people on a terminal', async () => {
	const {lines, exitCode} = await watch([listing(), listing(a, b), status(401)], 'channel:email -q', {
		columns: {output: 80},
	});
	expect({lines, exitCode}).toEqual({
		lines: [matching(/^\d\d:\d\d:\d\d {2}\+ {2}appeared {2}1 {2}a<U\+009B> {2}EMAIL$/v)],
		exitCode: 4,
	});
	expect(await watch([], 'chanel:email')).toMatchObject({exitCode: 2, pauses: []});
});

test('a closed pipe ends it quietly, ctrl-c with 130 and SIGTERM with 143', async () => {
	expect(await watch([listing(), listing(a)], '', {onWrite: () => false})).toMatchObject({exitCode: 0, stderr: ''});
	for (const [signal, exitCode] of [
		['SIGINT', 130],
		['SIGTERM', 143],
	] as const) {
		const {send, onSignals} = signals();
		const {lines, ...ended} = await watch(
			[
				listing(),
				listing(a),
				() => {
					send(signal);
				},
			],
			'',
			{onSignals},
		);
		expect(ended).toMatchObject({exitCode, stderr: '', isEnded: false});
		expect(lines).toHaveLength(1);
	}
});
