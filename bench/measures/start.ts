import {makeHome} from '../../test/helpers/terminal-home.ts';
import type {Size} from '../account.ts';
import {interleave, type Bench, type Measure} from '../measure.ts';
import {openChainbell, timeNode} from '../programs.ts';
import {hasRows, isComplete, isPainted} from '../screen.ts';

type IsSeen = (lines: readonly string[], size: Size) => boolean;

const against = '`node -e 0`';
const isFull: IsSeen = (lines, size) => hasRows(lines) && isComplete(lines, size);

/** What is measured from the program's start until something is on the screen. */
export const startMeasures: readonly Measure[] = [
	startMeasure({name: 'first-paint', what: 'first painted bytes', budget: 1.1, isSeen: isPainted}),
	startMeasure({
		name: 'first-paint-fresh',
		what: 'first painted bytes, in a fresh home',
		budget: 1.1,
		isSeen: isPainted,
		isFresh: true,
	}),
	startMeasure({
		name: 'first-frame',
		what: 'first full list frame, 100 rows, account seen before',
		budget: 2,
		isSeen: isFull,
	}),
	startMeasure({
		name: 'first-frame-fresh',
		what: 'first full list frame, 100 rows, in a fresh home',
		budget: 5,
		isSeen: isFull,
		isFresh: true,
	}),
	startMeasure({
		name: 'seen-rows',
		what: 'first rows of an account seen before',
		budget: 2,
		isSeen: hasRows,
		sizes: [100, 10_000, 100_000],
	}),
];

type Start = Pick<Measure, 'name' | 'what' | 'budget'> & {
	readonly isSeen: IsSeen;
	/** The program was never started by this user. */
	readonly isFresh?: boolean;
	readonly sizes?: readonly Size[];
};

function startMeasure({name, what, budget, isSeen, isFresh = false, sizes = [100]}: Start): Measure {
	return {
		name,
		what,
		against,
		budget,
		needs: [],
		sizes,
		judged: sizes,
		async run(bench, size) {
			const used = await bench.usedHome(size);
			return interleave(
				bench.runs.short,
				async () => timeStart(bench, size, isSeen, isFresh ? undefined : used),
				async () => timeNode(used),
			);
		},
	};
}

async function timeStart(bench: Bench, size: Size, isSeen: IsSeen, usedHome: string | undefined): Promise<number> {
	const account = await bench.account(size);
	await using home = makeHome(usedHome);
	await using terminal = openChainbell(account, home.path);
	const {at} = await terminal.until('The first frame', lines => isSeen(lines, size));
	return at - terminal.startedAt;
}
