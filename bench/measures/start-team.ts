import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {createMembers, grantRights, initialise, startPostgres} from '../../test/helpers/postgres.ts';
import {startRelay} from '../../test/helpers/relay.ts';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import {useHome} from '../bench.ts';
import {configureHome} from '../config-file.ts';
import {interleave, type Bench, type Measure} from '../measure.ts';
import {openChainbell} from '../programs.ts';
import {hasRows, isComplete, selectedId} from '../screen.ts';
import {ratioInterval} from '../statistics.ts';
import {patience} from '../timed-terminal.ts';

/** Milliseconds to the database and back. */
const distance = 200;

/** Where the database is: far away, gone without a word, or refusing connections. */
const places = {far: `${distance} ms away`, silent: 'silent', refused: 'not running'} as const;

/** The start of an account whose team's database is slow or gone, beside its start without a team. Measured when it is named, because it needs a PostgreSQL. */
export const startTeamMeasures: readonly Measure[] = (Object.keys(places) as Array<keyof typeof places>).flatMap(place => [
	startTeam(`team-frame-${place}`, `first full list frame, with a team's database that is ${places[place]}`, place, false),
	startTeam(`team-key-${place}`, `first ↓ answered, with a team's database that is ${places[place]}`, place, true),
]);

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
			await using server = await startPostgres();
			await createMembers(server.url);
			await initialise(server.url);
			await grantRights(server.url);
			await using relay = await startRelay(server.port, place === 'far' ? distance / 2 : 0);
			relay.setSilent(place === 'silent');
			const url = Object.assign(new URL(server.url), {username: 'anna', password: 'secret', port: String(place === 'refused' ? 1 : relay.port)}).href;
			const [shared, alone] = [await prepare(bench, size), await prepare(bench, size)];
			const file = path.join(makeHome(shared.home).environment.XDG_CONFIG_HOME!, 'chainbell/config.yaml');
			await writeFile(file, `team:\n  url: {env: TEAM_URL}\n  account: bench\n${await readFile(file, 'utf8')}`, {mode: 0o600});
			const time = async ({home}: {readonly home: string}) => {
				await using terminal = openChainbell({environment: {TEAM_URL: url}}, home);
				const {at, value} = await terminal.until('The first frame', lines => hasRows(lines) && (isKey || isComplete(lines, size)) && selectedId(lines));
				if (!isKey) {
					return at - terminal.startedAt;
				}

				terminal.press('Down');
				const answered = await terminal.until('The effect of ↓', lines => ![value, undefined].includes(selectedId(lines)), patience.key);
				return answered.at - terminal.startedAt;
			};

			const samples = await interleave(Math.max(20, bench.runs.short), async () => time(shared), async () => time(alone));
			const {mean, low, high} = ratioInterval(samples.ours.map((ours, index) => ours / samples.theirs[index]!));
			return {...samples, note: `mean ratio of the pairs ${mean.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}).`};
		},
	};
}

/** A home in which the account was listed before, from config.yaml. */
async function prepare({folder, account}: Bench, size: Parameters<Bench['account']>[0]): Promise<{readonly home: string}> {
	return {home: await useHome(folder, await account(size), configureHome)};
}
