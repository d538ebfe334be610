import assert from 'node:assert/strict';
import {editAll, faultsIn, openStage} from './stage.ts';
import type {Trial} from './trial.ts';

const count = 6;

/** Every third transaction that reads or writes a row of the board fails with 40001, at random. What is counted by a sequence stays counted. */
const refuseEveryThird = [
	'CREATE SEQUENCE chainbell.refusals',
	`CREATE FUNCTION chainbell.attempt() RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER AS $$
	BEGIN
		IF current_setting('trial.transaction', true) IS NOT DISTINCT FROM txid_current()::text THEN
			RETURN true;
		END IF;
		IF random() * 3 < 1 THEN
			PERFORM nextval('chainbell.refusals');
			RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001';
		END IF;
		PERFORM set_config('trial.transaction', txid_current()::text, true);
		RETURN true;
	END $$`,
	...['board', 'change', 'claim', 'sent'].flatMap(table => [
		`ALTER TABLE chainbell.${table} ENABLE ROW LEVEL SECURITY`,
		`CREATE POLICY attempts ON chainbell.${table} USING (chainbell.attempt()) WITH CHECK (chainbell.attempt())`,
	]),
];

export const serialization: Trial = {
	name: 'serialization',
	what: 'every third statement fails with 40001',
	async run(server) {
		await using stage = await openStage(server, count);
		await stage.sql(refuseEveryThird.join(';'));
		const [anna, carl] = [stage.machine('anna'), stage.machine('carl')];
		const results = await Promise.all([
			anna.run(...editAll('Annas', 'user-00')),
			carl.run(...editAll('Carls', 'user-00')),
		]);
		assert.equal(results.filter(({exitCode}) => exitCode === 0).length, 1, JSON.stringify(results));
		for (const machine of [anna, carl]) {
			const {exitCode, stderr} = await machine.run('team', 'join', '--yes');
			assert.equal(exitCode, 0, stderr);
		}

		const listed = await stage.listed();
		assert.deepEqual(faultsIn(listed, count), []);
		assert.equal(listed.length, count);
		const [{last_value: last}] = (await stage.sql('SELECT last_value FROM chainbell.refusals')) as [
			{readonly last_value: string},
		];
		return `${last} were refused, one of two edits was done, nothing doubled`;
	},
};
