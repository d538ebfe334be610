import {makeHome} from '../../test/helpers/terminal-home.ts';
import {sizes as everySize, type Account, type Size} from '../account.ts';
import {interleave, type Measure} from '../measure.ts';
import {openChainbell, timeNode} from '../programs.ts';
import {hasRows, selectedId} from '../screen.ts';
import {median} from '../statistics.ts';
import {patience} from '../timed-terminal.ts';

type Key = {
	/** Its name in tmux. */
	readonly name: string;
	/** Whether it had its effect. `first`: the row that was selected when it was pressed. */
	readonly isAnswered: (lines: readonly string[], first: string) => boolean;
};

const down: Key = {name: 'Down', isAnswered: (lines, first) => ![first, undefined].includes(selectedId(lines))};
const help: Key = {name: '?', isAnswered: ([header = '']) => header.includes('help')};

/** What is measured from the program's start until it does what a key says that was pressed as soon as there were rows. */
export const firstKeyMeasures: readonly Measure[] = [
	firstKeyMeasure({
		name: 'first-key',
		what: 'first ↓ answered, account seen before',
		sizes: everySize,
		budget: 2.5,
		key: down,
	}),
	firstKeyMeasure({
		name: 'first-key-screen',
		what: 'first key that opens a screen answered (`?`), account seen before',
		sizes: everySize,
		budget: 4.5,
		key: help,
	}),
	firstKeyMeasure({
		name: 'first-key-fresh',
		what: 'first ↓ answered, 100 rows, in a fresh home',
		sizes: [100],
		budget: 5,
		key: down,
		isFresh: true,
	}),
];

type FirstKey = Pick<Measure, 'name' | 'what' | 'budget'> & {
	readonly key: Key;
	readonly sizes: readonly Size[];
	/** The program was never started by this user. */
	readonly isFresh?: boolean;
};

function firstKeyMeasure({isFresh = false, key, ...named}: FirstKey): Measure {
	return {
		...named,
		against: '`node -e 0`',
		needs: [],
		judged: named.sizes,
		async run(bench, size) {
			const account = await bench.account(size);
			const used = await bench.usedHome(size);
			const waits: number[] = [];
			const samples = await interleave(
				bench.runs.short,
				async () => {
					const {answered, pressed} = await pressFirst(key, account, isFresh ? undefined : used);
					waits.push(answered - pressed);
					return answered;
				},
				async () => timeNode(used),
			);
			return {
				...samples,
				note: `from the press to its effect ${Math.round(median(waits))} ms (median), ${Math.round(Math.max(...waits))} ms at most.`,
			};
		},
	};
}

/** When the key was pressed and when it had its effect, in milliseconds since the start. */
async function pressFirst(
	{name, isAnswered}: Key,
	account: Account,
	usedHome: string | undefined,
): Promise<{readonly pressed: number; readonly answered: number}> {
	await using home = makeHome(usedHome);
	await using terminal = openChainbell(account, home.path);
	const {value: first} = await terminal.until('The first rows', lines => hasRows(lines) && selectedId(lines));
	const pressed = terminal.press(name);
	const {at} = await terminal.until(`The effect of ${name}`, lines => isAnswered(lines, first), patience.key);
	return {pressed: pressed - terminal.startedAt, answered: at - terminal.startedAt};
}
