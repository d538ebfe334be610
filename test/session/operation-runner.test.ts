import {expect, test} from 'vitest';
import {createOperationRunner} from '../../source/session/operation-runner.ts';
import {noRuleStore} from '../../source/session/rule-store.ts';
import {createMonotonicClock} from '../../source/platform/clock.ts';
import {era, momentAt, sightingAt} from '../helpers/sightings.ts';
import {awaited, createContext} from '../operations/context.ts';
import {oldOne, openNew, profile} from '../ledger/ledgers.ts';

const {signal} = new AbortController();

/** A complete listing without the notification that `setUp` deletes. */
const sighting = sightingAt(120_000);

/** A runner, and a delete that the service confirmed, as an earlier run left it. Its notification is not listed. */
function setUp(isReadOnly = false) {
	const ledger = openNew();
	const {journal} = ledger;
	const {id} = journal.begin({profile, profileName: 'production', kind: 'delete', snapshot: oldOne('77')});
	journal.advance(id, {state: 'deleting'});
	const request = journal.requestSent(id, {method: 'DELETE', target: '77', moment: momentAt(0)});
	journal.requestAnswered(request, {outcome: 'ok', status: 204, moment: momentAt(0)});
	journal.release(id);
	const context = {
		...createContext({service: {baseUrl: 'http://127.0.0.1:1/', apiKey: 'unused'}, ledger}),
		profile,
		elapsed: createMonotonicClock(era, () => 0),
	};
	const unused = () => undefined;
	const runner = createOperationRunner({
		profileKey: profile,
		readOnly: isReadOnly ? 'Read-only.' : undefined,
		listing: {applyLocalChange: unused, latest: unused, refresh: unused},
		openLedger: async () => awaited(ledger),
		rules: noRuleStore,
		createContext: () => context,
		onEnd: unused,
	});
	return {runner, stateOf: () => journal.get(id)?.state};
}

test('while an operation runs, a listing settles nothing: the operation lists for itself', async () => {
	const {runner, stateOf} = setUp();
	const {promise: begun, resolve: begin} = Promise.withResolvers<undefined>();
	const {promise: ended, resolve: end} = Promise.withResolvers<undefined>();
	const running = runner.run({signal}, async () => {
		begin(undefined);
		await ended;
	});
	await begun;
	expect(await runner.settlePending(sighting)).toBeUndefined();
	expect(stateOf()).toBe('deleting');
	end(undefined);
	await running;
	await runner.settlePending(sighting);
	expect(stateOf()).toBe('done');
});

test('two listings that settle the same change count it once', async () => {
	const {runner, stateOf} = setUp();
	const results = await Promise.all([runner.settlePending(sighting), runner.settlePending(sighting)]);
	expect(results.map(result => result?.settled.length)).toStrictEqual([1, 0]);
	expect(stateOf()).toBe('done');
});

test('on a read-only profile a listing settles nothing', async () => {
	const {runner, stateOf} = setUp(true);
	expect(await runner.settlePending(sighting)).toStrictEqual({settled: [], wait: undefined});
	expect(stateOf()).toBe('deleting');
});
