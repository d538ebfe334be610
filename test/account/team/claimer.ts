import process from 'node:process';
import {BoardError, openBoard} from '../../../source/account/team/board.ts';
import {systemClock} from '../../../source/platform/clock.ts';

// A process of the trial of claims: claims each of so many, and prints what it won.
const [count, seed] = process.argv.slice(2).map(Number) as [number, number];
const board = await openBoard({
	variable: 'TEAM_URL',
	url: process.env.TEAM_URL,
	account: 'claims',
	host: `machine ${seed}`,
	session: `session ${seed}`,
	clock: systemClock,
});
// Each begins elsewhere, and meets the others on its way.
const whats = Array.from({length: count}, (_, index) => `id ${(index + seed * 61) % count}`);
const won: string[] = [];
for (const what of seed % 2 === 0 ? whats : whats.toReversed()) {
	for (;;) {
		try {
			const {granted} = await board.claim([what], {lasts: 600_000, after: 0, cursor: undefined});
			won.push(...(granted ? [what] : []));
			break;
		} catch (error) {
			// Too many at once: an operator is told to try again.
			if (!(error instanceof BoardError)) {
				throw error;
			}
		}
	}
}

await board.close();
console.log(JSON.stringify(won));
