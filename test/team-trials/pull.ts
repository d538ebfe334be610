import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import process from 'node:process';
import {createPostgresBoard} from '../../source/board/postgres-board.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {addressOf} from '../helpers/postgres.ts';
import {editAll, openStage} from './stage.ts';
import type {Trial} from './trial.ts';

const count = 100_000;

/** Milliseconds that a process has used of the processor (proc_pid_stat(5)). */
function processorTime(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	const [user, system] = stat
		.slice(stat.lastIndexOf(')') + 2)
		.split(' ')
		.slice(11, 13)
		.map(Number) as [number, number];
	return (user + system) * 10;
}

export const pull: Trial = {
	name: 'pull',
	what: `${count.toLocaleString('en')} changes are pulled`,
	async run(server) {
		await using stage = await openStage(server, 1);
		await stage.machine('anna').run(...editAll('Annas'));
		// They are older than a minute, so that their IDs need not be listed.
		await stage.sql(`
			INSERT INTO chainbell.change (account, uuid, revision, body, operator, host, at)
			SELECT account, md5(number::text), 1, replace(body, '"key":"', '"key":"' || number || '-'), 'anna', 'elsewhere', now() - interval '2 minutes' - number * interval '1 millisecond'
			FROM chainbell.change c, generate_series(1, ${count}) AS numbers (number) WHERE revision = (SELECT max(revision) FROM chainbell.change)
		`);
		// As autovacuum does where it is not switched off.
		await stage.sql('ANALYZE');
		const board = createPostgresBoard({
			address: addressOf(stage.machine('carl').url),
			account: 'trial',
			host: 'trial',
			owner: 'trial',
			clock: systemClock,
		});
		await board.release([]);
		const [{pid}] = (await stage.sql("SELECT pid FROM pg_stat_activity WHERE application_name = 'chainbell'")) as [
			{readonly pid: number},
		];
		let [began, used] = [performance.now(), processorTime(process.pid) + processorTime(pid)];
		const {changes} = await board.pull(undefined);
		const pulled = performance.now() - began;
		used = processorTime(process.pid) + processorTime(pid) - used;
		await board.close();
		assert.equal(changes.length, count + 1);
		const carl = stage.machine('carl');
		began = performance.now();
		const joined = await carl.run('team', 'join', '--yes');
		const inAll = performance.now() - began;
		assert.equal(joined.exitCode, 0, joined.stderr);
		const status = await carl.run('team', 'status', '--json');
		assert.equal((JSON.parse(status.stdout) as {readonly missing: number}).missing, 0);
		// The two take turns, so that on a machine that does nothing else it takes as long as that.
		assert.ok(used < 5000, `${(used / 1000).toFixed(1)} s of processor time`);
		return `in ${(pulled / 1000).toFixed(1)} s, of which processor time ${(used / 1000).toFixed(1)} s; team join, which also writes them into the journal, took ${(inAll / 1000).toFixed(1)} s`;
	},
};
