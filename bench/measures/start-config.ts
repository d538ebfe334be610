import {useHome} from '../bench.ts';
import {configureHome} from '../config-file.ts';
import {interleave, type Measure} from '../measure.ts';
import {openChainbell, timeNode} from '../programs.ts';
import {hasRows, isComplete} from '../screen.ts';

/** From the start to the first full list frame of an account that config.yaml names, as most accounts are. */
export const startConfig: Measure = {
	name: 'first-frame-config',
	what: 'first full list frame, 100 rows, account seen before, from config.yaml',
	against: '`node -e 0`',
	budget: 2.3,
	needs: [],
	sizes: [100],
	judged: [100],
	async run({runs, folder, account: accountOf}, size) {
		const account = await accountOf(size);
		const home = await useHome(folder, account, configureHome);
		const configured = await configureHome(account, home);
		const timeStart = async () => {
			await using terminal = openChainbell(configured, home);
			const {at} = await terminal.until('The first frame', lines => hasRows(lines) && isComplete(lines, size));
			return at - terminal.startedAt;
		};

		return interleave(runs.short, timeStart, async () => timeNode(home));
	},
};
