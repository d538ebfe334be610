import path from 'node:path';
import {expect, test} from 'vitest';
import {openLedger} from '../../source/ledger/ledger.ts';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {account, clock, createOne} from '../helpers/command-account.ts';
import {creation, input, oldOne, open, temporaryFile} from '../ledger/ledgers.ts';

/** An account in whose ledger is what a colleague did: a deletion, and a create that was cut off. */
async function withColleague() {
	const place = await account(0, 60_000);
	await place.run(createOne);
	const file = path.join(place.home, 'ledger.sqlite');
	const database = openDatabase(file);
	const {profile} = database.prepare('SELECT profile FROM operations').get() as {profile: string};
	database.close();
	const {ledger: hers} = open(temporaryFile());
	const hersShared = await hers.team();
	hersShared.share(profile, 'payments');
	const {id} = hers.journal.begin({...creation, profile, kind: 'delete', snapshot: oldOne('77')});
	hers.journal.advance(id, {state: 'deleting'});
	hers.journal.requestAnswered(hers.journal.requestSent(id, {method: 'DELETE', target: '77'}), {
		outcome: 'ok',
		status: 204,
	});
	hers.journal.advance(id, {state: 'done'});
	const lost = hers.journal.begin({...creation, profile, input: {...input, name: 'Lost'}});
	hers.journal.advance(lost.id, {state: 'creating'});
	hers.journal.requestSent(lost.id, {method: 'POST'});
	const {ledger} = openLedger(file, {now: () => Date.UTC(2026, 0, 1)});
	const shared = await ledger.team();
	shared.share(profile, 'payments');
	shared.receive(
		profile,
		hersShared.outbox(profile, 10).map(change => ({...change, operator: 'ci\u{1B}', host: 'runner-7', age: 0})),
		clock.elapsed.now(),
	);
	ledger.close();
	return place;
}

test('history has what the team did, with operator and machine, and can be limited to one of them', async () => {
	await using place = await withColleague();
	const own = 'create\tPOST\t1\t';
	const {stdout} = await place.run(['history']);
	expect(stdout).toContain(own);
	expect(stdout).toMatch(/\tdelete\tDELETE\t77\t.*\tci␛\trunner-7\n/v);
	const {stdout: hers} = await place.run(['history', '--operator', 'ci\u{1B}']);
	expect(hers).not.toContain(own);
	expect(hers.split('\n')).toHaveLength(3);
	const {stdout: json} = await place.run(['history', '--operator', 'ci\u{1B}', '--json']);
	expect(JSON.parse(json)).toMatchObject([
		{method: 'POST', operator: 'ci\u{1B}', machine: 'runner-7'},
		{method: 'DELETE'},
	]);
	expect(await place.run(['history', '--operator', 'nobody'])).toMatchObject({stdout: ''});
});

test('recover lists what was begun here, and with --all what colleagues left', async () => {
	await using place = await withColleague();
	expect(await place.run(['recover'])).toMatchObject({
		exitCode: 0,
		stdout: '',
		stderr: '1 more was begun by colleagues: chainbell recover --all.\n',
	});
	expect(await place.run(['recover', '--all', '--dry-run'])).toMatchObject({
		exitCode: 8,
		stdout: expect.stringMatching(/^\d+\tcreate\t.*Lost.*\tby ci␛ on runner-7\n$/v) as unknown,
	});
});
