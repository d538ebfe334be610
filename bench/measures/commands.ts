import {readFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import type {Account} from '../account.ts';
import {interleave, type Measure} from '../measure.ts';
import {measuredProgram, timeCommand} from '../programs.ts';

/** Commands that people wait for in a shell, from the start to the end. */
export const commandMeasures: readonly Measure[] = [
	commandMeasure({
		name: 'help',
		what: '`chainbell --help`',
		budget: 1.6,
		args: ['--help'],
		isPrinted: printed => printed.includes('chainbell COMMAND [options]'),
	}),
	commandMeasure({
		name: 'completion',
		what: 'completion of `chainbell li` by a shell',
		budget: 1.6,
		args: ['--complete', '--', 'li'],
		isPrinted: printed => /^list\b/mv.test(printed),
	}),
	commandMeasure({
		name: 'list',
		what: '`chainbell list` of 100 rows, without the time of the server',
		budget: 2.5,
		args: ['list'],
		waitsForListing: true,
		isPrinted: printed => printed.trimEnd().split('\n').length >= 100,
	}),
];

type TimedCommand = Pick<Measure, 'name' | 'what' | 'budget'> & {
	readonly args: readonly string[];
	/** It waits for one listing: the time that the server takes for it is not this program's. */
	readonly waitsForListing?: boolean;
	/** Whether the output is what the command is for. */
	readonly isPrinted: (printed: string) => boolean;
};

function commandMeasure({name, what, budget, args, isPrinted, waitsForListing = false}: TimedCommand): Measure {
	return {
		name,
		what,
		against: '`node -e 0`',
		budget,
		needs: [],
		sizes: [100],
		judged: [100],
		async run({runs, folder, account: accountOf, usedHome}, size) {
			const account = await accountOf(size);
			const home = makeHome(await usedHome(size));
			const env = {...home.environment, ...account.environment};
			const output = path.join(folder, 'printed');
			const timeOurs = async () => {
				const time = await timeCommand({
					file: process.execPath,
					args: [measuredProgram(), ...args],
					env,
					output,
				});
				const printed = await readFile(output, 'utf8');
				if (!isPrinted(printed)) {
					throw new Error(`chainbell ${args.join(' ')} printed only ${JSON.stringify(printed.slice(0, 100))}`);
				}

				return time - (waitsForListing ? await timeListing(account) : 0);
			};

			return interleave(runs.short, timeOurs, async () =>
				timeCommand({
					file: process.execPath,
					args: ['-e', '0'],
					env,
					output,
				}),
			);
		},
	};
}

/** Milliseconds that a listing takes when the client is warm and the connection is open. */
async function timeListing({url, headerFile}: Account): Promise<number> {
	const header = await readFile(headerFile, 'utf8');
	const [name = '', value = ''] = header.trim().split(': ', 2);
	const list = async () => {
		const start = performance.now();
		const response = await fetch(url, {headers: {[name]: value}});
		await response.arrayBuffer();
		return performance.now() - start;
	};

	await list();
	return list();
}
