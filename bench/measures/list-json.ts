import {readFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import {sizes} from '../account.ts';
import {interleave, type Measure} from '../measure.ts';
import {type Command, curlIntoJq, measuredProgram, timeCommand} from '../programs.ts';

/** The whole account as JSON, a notification a line. */
export const listJson: Measure = {
	name: 'list-json',
	what: '`chainbell list -o jsonl`',
	against: "`curl … | jq -c '.[]'`",
	budget: 0.45,
	needs: ['curl', 'jq'],
	sizes,
	judged: [100_000],
	async run({runs, folder, account: accountOf}, size) {
		const account = await accountOf(size);
		const output = path.join(folder, 'listed');
		await using home = makeHome();
		const ours = {
			file: process.execPath,
			args: [measuredProgram(), 'list', '-o', 'jsonl'],
			env: {...home.environment, ...account.environment},
			output,
		};
		return await interleave(
			runs.long,
			async () => timeLines('chainbell list', ours, size),
			async () => timeLines('jq', curlIntoJq(account, "-c '.[]'", output), size),
		);
	},
};

const newline = 10;

async function timeLines(name: string, command: Command, size: number): Promise<number> {
	const time = await timeCommand(command);
	const printed = await readFile(command.output);
	let lines = 0;
	for (const byte of printed) {
		lines += byte === newline ? 1 : 0;
	}

	if (lines !== size) {
		throw new Error(`${name} printed ${lines} lines for ${size} notifications`);
	}

	return time;
}
