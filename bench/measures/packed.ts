import {makeHome} from '../../test/helpers/terminal-home.ts';
import {useHome} from '../bench.ts';
import {interleave, type Measure} from '../measure.ts';
import {installPacked, nodeOf, type Packed} from '../packed.ts';
import {openChainbell, timeNode} from '../programs.ts';
import {hasRows, isComplete} from '../screen.ts';

const size = 100;

/** The start of the package as npm installs it, which has no compiled code: for the first time, and after it. */
export const packedMeasures: readonly Measure[] = [24, 22].flatMap(major => [
	packedMeasure(
		major,
		`packed-fresh-${major}`,
		`the npm package on Node ${major}: first full list frame, 100 rows, in a fresh home`,
		5,
		true,
	),
	packedMeasure(
		major,
		`packed-seen-${major}`,
		`the npm package on Node ${major}: first full list frame, 100 rows, account seen before`,
		2,
		false,
	),
]);

function packedMeasure(major: number, name: string, what: string, budget: number, isFresh: boolean): Measure {
	return {
		name,
		what,
		against: '`node -e 0`',
		budget,
		needs: [],
		sizes: [size],
		judged: [size],
		async run({runs, folder, account: accountOf}) {
			const [packed, node, account] = await Promise.all([
				installPacked(folder),
				nodeOf(major, folder),
				accountOf(size),
			]);
			const options = {program: packed.program, node};
			const used = isFresh ? undefined : await useHome(folder, account, undefined, options);
			const timeStart = async () => {
				await using home = makeHome(used);
				await using terminal = openChainbell(account, home.path, options);
				const {at} = await terminal.until('The first frame', lines => hasRows(lines) && isComplete(lines, size));
				return at - terminal.startedAt;
			};

			const samples = await interleave(runs.short, timeStart, async () => {
				await using home = makeHome();
				return await timeNode(home.path, node);
			});
			return {...samples, note: noteOf(packed)};
		},
	};
}

const noteOf = ({bytes}: Packed): string => `the package has ${(bytes / 1_000_000).toFixed(2)} MB.`;
