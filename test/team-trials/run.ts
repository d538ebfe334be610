/**
`npm run team-trials [-- --only NAME] [--kills N]`: tries a team with real processes of the built program on a real PostgreSQL of its own: many at once, killed, stopped, with a database that goes away. It takes about ten minutes. Of each trial it prints what was seen; it ends with 1 if one failed.
*/
import process from 'node:process';
import {parseArgs} from 'node:util';
import {createMembers, startPostgres} from '../helpers/postgres.ts';
import {trials} from './trials.ts';

const {values: options} = parseArgs({
	options: {
		only: {type: 'string', multiple: true},
		kills: {type: 'string', default: '20'},
	},
});

const chosen = trials.filter(({name}) => options.only?.includes(name) ?? true);
if (chosen.length === 0) {
	throw new Error(`The trials are ${trials.map(({name}) => name).join(', ')}.`);
}

await using server = await startPostgres();
await createMembers(server.url);
for (const {name, what, run} of chosen) {
	const began = performance.now();
	try {
		const seen = await run(server, {kills: Number(options.kills)});
		console.log(`✓ ${name}: ${what}: ${seen} (${Math.round((performance.now() - began) / 1000)} s)`);
	} catch (error) {
		console.log(`✗ ${name}: ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
		process.exitCode = 1;
	}
}
