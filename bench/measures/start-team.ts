import {chmod, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {createMembers, grantRights, initialise, startPostgres} from '../../test/helpers/postgres.ts';
import {startRelay} from '../../test/helpers/relay.ts';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import {useHome} from '../bench.ts';
import {configureHome} from '../config-file.ts';
import {cpuTime} from '../cpu-time.ts';
import type {Bench, Measure} from '../measure.ts';
import {openChainbell} from '../programs.ts';
import {hasRows, isComplete, selectedId} from '../screen.ts';
import {ratioInterval} from '../statistics.ts';
import {patience} from '../timed-terminal.ts';

/** Milliseconds to the database and back. */
const distance = 200;

/** Where the database is: far away, gone without a word, or refusing connections. */
const places = {far: `${distance} ms away`, silent: 'silent', refused: 'not running'} as const;

/** Pairs of starts: twenty do not tell 3 % from nothing. */
const pairCount = 100;

/** Milliseconds that passed, and those of the processor. */
type Timed = {readonly passed: number; readonly used: number};

/** The start of an account whose team's database is slow or gone, beside its start without a team. Measured when it is named, because it needs a PostgreSQL. */
export const startTeamMeasures: readonly Measure[] = (Object.keys(places) as Array<keyof typeof places>).flatMap(
	place => [
		startTeam(
			`team-frame-${place}`,
			`first full list frame, with a team's database that is ${places[place]}`,
			place,
			false,
		),
		startTeam(`team-key-${place}`, `first ↓ answered, with a team's database that is ${places[place]}`, place, true),
	],
);

function startTeam(name: string, what: string, place: keyof typeof places, isKey: boolean): Measure {
	return {
		name,
		what,
		against: 'the same without `team`',
		budget: 1.03,
		needs: [],
		sizes: [100],
		judged: [100],
		isOnDemand: true,
		async run(bench, size) {
			// The server runs as another user, and is below this folder.
			await chmod(bench.folder, 0o711);
			await using server = await startPostgres();
			await createMembers(server.url);
			await initialise(server.url);
			await grantRights(server.url);
			await using relay = await startRelay(server.port, place === 'far' ? distance / 2 : 0);
			relay.setSilent(place === 'silent');
			const url = Object.assign(new URL(server.url), {
				username: 'anna',
				password: 'secret',
				port: String(place === 'refused' ? 1 : relay.port),
			}).href;
			const [shared, alone] = [await prepare(bench, size), await prepare(bench, size)];
			const file = path.join(makeHome(shared.home).environment.XDG_CONFIG_HOME!, 'chainbell/config.yaml');
			await writeFile(file, `team:\n  url: {env: TEAM_URL}\n  account: bench\n${await readFile(file, 'utf8')}`, {
				mode: 0o600,
			});
			/** Until it is there: milliseconds, and those of the processor. */
			const time = async ({home}: {readonly home: string}) => {
				await using terminal = openChainbell({environment: {TEAM_URL: url}}, home);
				let {at, value} = await terminal.until(
					'The first frame',
					lines => hasRows(lines) && (isKey || isComplete(lines, size)) && selectedId(lines),
				);
				if (isKey) {
					terminal.press('Down');
					const first = value;
					({at, value} = await terminal.until(
						'The effect of ↓',
						lines => ![first, undefined].includes(selectedId(lines)) && selectedId(lines),
						patience.key,
					));
				}

				return {passed: at - terminal.startedAt, used: await cpuTime(terminal.pid)};
			};

			const pairs: Array<{readonly ours: Timed; readonly theirs: Timed}> = [];
			for (let pair = -1; pair < pairCount; pair++) {
				// Each goes first in every other pair.
				const first = await time(pair % 2 === 0 ? shared : alone);
				const second = await time(pair % 2 === 0 ? alone : shared);
				pairs.push(
					...(pair < 0 ? [] : [pair % 2 === 0 ? {ours: first, theirs: second} : {ours: second, theirs: first}]),
				);
			}

			const ratios = (['passed', 'used'] as const).map(kind =>
				ratioInterval(pairs.map(({ours, theirs}) => ours[kind] / theirs[kind])),
			);
			const [passed, used] = ratios.map(
				({mean, low, high}) => `${mean.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
			);
			return {
				ours: pairs.map(({ours}) => ours.passed),
				theirs: pairs.map(({theirs}) => theirs.passed),
				note: `mean ratio of the pairs ${passed!}; of their processor time ${used!}.`,
			};
		},
	};
}

/** A home in which the account was listed before, from config.yaml. */
async function prepare(
	{folder, account}: Bench,
	size: Parameters<Bench['account']>[0],
): Promise<{readonly home: string}> {
	return {home: await useHome(folder, await account(size), configureHome)};
}
