import {runOn} from '../helpers/command-account.ts';
import {expect, test} from 'vitest';
import {stillClock} from '../helpers/app.tsx';
import {signals, wordsOf, type CommandLine, type CommandOptions} from '../helpers/command.ts';
import {answering, type Handler} from '../helpers/http-server.ts';
import {matching} from '../helpers/texts.ts';

const record = (id: number) => ({id, channel: 'EMAIL', notification_name: `n${id}`});

/** Each listing gets the next answer; after the last one comes Ctrl-C. Returns what was written, one text for each drawing. */
async function watchList(answers: readonly Handler[], args: CommandLine = [], options: Partial<CommandOptions> = {}) {
	let index = 0;
	const {send, onSignals} = signals();
	const drawings: string[] = [];
	const run = await runOn(
		async (request, response) => answers[index++]?.(request, response),
		['list', '--watch', '--every', '10', '--columns', 'id,name', '--no-color', ...wordsOf(args)],
		{
			columns: {output: 80, errors: 80},
			clock: {
				...stillClock,
				async sleep(milliseconds) {
					if (index === answers.length) {
						send('SIGINT');
					}

					await stillClock.sleep(milliseconds);
				},
			},
			onSignals,
			onWrite(text) {
				drawings.push(text);
				return true;
			},
			...options,
		},
	);
	return {...run, drawings};
}

const listing = (...records: readonly unknown[]): Handler => answering(200, records);

const up = (lines: number) => `\u{1B}[${lines}A\r\u{1B}[J`;

test('the table is drawn in place of the one before, and stays when the watch ends', async () => {
	const {exitCode, drawings, errors} = await watchList([
		listing(record(1)),
		listing(record(1), record(2)),
		listing(record(1), record(2)),
	]);
	const status = matching(/listed at \d\d:\d\d:\d\d, every 10 s\. Ctrl-C ends\.\n$/v);
	expect({exitCode, errors}).toEqual({exitCode: 130, errors: []});
	expect(drawings).toEqual(['Listing…\n', status, status, status]);
	expect(drawings[1]).toContain(`${up(1)}ID  NAME\n1   n1\n1 notification, `);
	expect(drawings[2]).toContain(`${up(3)}ID  NAME\n1   n1\n2   n2\n2 notifications, `);
});

test('only what fits is drawn, and counted', async () => {
	const {drawings} = await watchList([listing(...[1, 2, 3, 4, 5, 6].map(id => record(id)))], '--limit 5', {
		rows: 6,
	});
	expect(drawings[1]!.split('\n')).toHaveLength(6);
	expect(drawings[1]).toContain('\nThe first 3 of 5, listed at ');
});
