import {makeHome} from '../../test/helpers/terminal-home.ts';
import {sizes as everySize, type Account, type Size} from '../account.ts';
import {interleave, type Measure} from '../measure.ts';
import {openChainbell, timeNode} from '../programs.ts';
import {hasRows, selectedId} from '../screen.ts';
import {median} from '../statistics.ts';
import {patience} from '../timed-terminal.ts';

/** What is measured from the program's start until it does what a key says that was pressed as soon as there were rows. */
export const firstKeyMeasures: readonly Measure[] = [
	firstKeyMeasure({name: 'first-key', what: 'first key answered, account seen before', sizes: everySize}),
	firstKeyMeasure({name: 'first-key-fresh', what: 'first key answered, 100 rows, in a fresh home', sizes: [100], isFresh: true}),
];

type FirstKey = Pick<Measure, 'name' | 'what'> & {
	readonly sizes: readonly Size[];
	/** The program was never started by this user. */
	readonly isFresh?: boolean;
};

function firstKeyMeasure({isFresh = false, ...named}: FirstKey): Measure {
	return {
		...named,
		against: '`node -e 0`',
		budget: 5,
		needs: [],
		judged: named.sizes,
		async run(bench, size) {
			const account = await bench.account(size);
			const used = await bench.usedHome(size);
			const waits: number[] = [];
			const samples = await interleave(
				bench.runs.short,
				async () => {
					const {answered, pressed} = await pressDown(account, isFresh ? undefined : used);
					waits.push(answered - pressed);
					return answered;
				},
				async () => timeNode(used),
			);
			return {...samples, note: `from the press to its effect ${Math.round(median(waits))} ms (median), ${Math.round(Math.max(...waits))} ms at most.`};
		},
	};
}

/** When ↓ was pressed and when another row was selected, in milliseconds since the start. */
async function pressDown(account: Account, usedHome: string | undefined): Promise<{readonly pressed: number; readonly answered: number}> {
	await using home = makeHome(usedHome);
	await using terminal = openChainbell(account, home.path);
	const {value: first} = await terminal.until('The first rows', lines => hasRows(lines) && selectedId(lines));
	const pressed = terminal.press('Down');
	const {at} = await terminal.until('Another row selected', lines => ![first, undefined].includes(selectedId(lines)), patience.key);
	return {pressed: pressed - terminal.startedAt, answered: at - terminal.startedAt};
}
