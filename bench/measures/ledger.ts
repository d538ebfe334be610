import {useHome} from '../bench.ts';
import {fillLedger} from '../full-ledger.ts';
import {interleave, type Bench, type Measure, type Samples} from '../measure.ts';
import {openChainbell} from '../programs.ts';
import {hasRows, isComplete} from '../screen.ts';
import {patience, type TimedTerminal} from '../timed-terminal.ts';

const operations = 100_000;

/** What a ledger with years of work costs. */
export const ledgerMeasures: readonly Measure[] = [
	{
		...ledgerMeasure(
			'ledger-start',
			'first full list frame with a ledger of 200 MB',
			'that with an empty one',
			async (bench, home) => {
				const empty = await bench.usedHome(100);
				const timeStart = async (started: string) => {
					await using terminal = openChainbell(await bench.account(100), started);
					const {at} = await untilListed(terminal);
					return at - terminal.startedAt;
				};

				return interleave(
					bench.runs.short,
					async () => timeStart(home),
					async () => timeStart(empty),
				);
			},
		),
		budget: 1.1,
	},
	perceived('history', `history opened, of ${operations.toLocaleString('en')} operations`, {
		key: 'H',
		isSeen: lines => lines.some(line => line.includes(`Journal ${operations}`)),
	}),
	perceived('history-search', `a letter of a search of the history, of ${operations.toLocaleString('en')} operations`, {
		before: ['H', '/'],
		key: '§',
		isSeen: lines => lines.some(line => line.includes('No matches')),
	}),
	perceived('undo', `undo opened (\`u\`), of ${operations.toLocaleString('en')} operations`, {
		key: 'u',
		isSeen: lines => lines.some(line => line.includes(`Journal ${operations}`)),
	}),
];

/** What a key leads to, in at most what is felt as at once. */
function perceived(name: string, what: string, key: TimedKey): Measure {
	return {...ledgerMeasure(name, what, undefined, async (bench, home) => timeKey(bench, home, key)), budget: 100};
}

function ledgerMeasure(
	name: string,
	what: string,
	against: string | undefined,
	time: (bench: Bench, home: string) => Promise<Samples>,
): Measure {
	return {
		name,
		what,
		against,
		budget: undefined,
		needs: [],
		sizes: [100],
		judged: [100],
		async run(bench) {
			const {home, bytes} = await fullHome(bench);
			return {...(await time(bench, home)), note: `the ledger has ${Math.round(bytes / 1_000_000)} MB.`};
		},
	};
}

type FullHome = {readonly home: string; readonly bytes: number};

const homes = new WeakMap<Bench, Promise<FullHome>>();

/** A home in which an account of 100 was listed, and whose ledger is full. */
async function fullHome(bench: Bench): Promise<FullHome> {
	const make = async () => {
		const account = await bench.account(100);
		const home = await useHome(bench.folder, account);
		return {home, bytes: fillLedger(home, account, operations)};
	};

	const made = homes.get(bench) ?? make();
	homes.set(bench, made);
	return made;
}

type TimedKey = {
	/** Pressed before, each when the screen has settled. */
	readonly before?: readonly string[];
	readonly key: string;
	readonly isSeen: (lines: readonly string[]) => boolean;
};

/** From a key, in the list of a program that has just loaded, to what it leads to. */
async function timeKey(
	{runs, account: accountOf}: Bench,
	home: string,
	{before = [], key, isSeen}: TimedKey,
): Promise<Samples> {
	const account = await accountOf(100);
	const ours: number[] = [];
	for (let run = 0; run < runs.long; run++) {
		await using terminal = openChainbell(account, home);
		await untilListed(terminal);
		await terminal.until('The new listing', ([header = '']) => header.includes('listed just now'));
		for (const each of before) {
			terminal.press(each);
			await terminal.until(`The screen that ${each} leads to`, lines =>
				each === 'H' ? lines.some(line => line.includes('Journal')) : lines.every(line => !line.includes('? help')),
			);
		}

		if (isSeen(terminal.lines)) {
			throw new Error(`what ${key} leads to is there before`);
		}

		const pressed = terminal.press(key);
		const {at} = await terminal.until(`What ${key} leads to`, isSeen, patience.load);
		ours.push(at - pressed);
	}

	return {ours};
}

const untilListed = async (terminal: TimedTerminal) =>
	terminal.until('The complete listing', lines => hasRows(lines) && isComplete(lines, 100));
