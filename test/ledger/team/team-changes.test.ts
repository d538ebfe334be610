import {expect, onTestFinished, test} from 'vitest';
import {metText, type IncomingChange} from '../../../source/ledger/team/received-changes.ts';
import type {NewChange} from '../../../source/ledger/team/held-changes.ts';
import {claimedBy} from '../../../source/ledger/team/claimed.ts';
import type {Ledger} from '../../../source/ledger/ledger.ts';
import {openDatabase} from '../../../source/platform/sqlite.ts';
import {keepSecret} from '../../../source/terminal/secrets.ts';
import {creation, input, lastDeleted, oldOne, open, profile, temporaryFile} from '../ledgers.ts';

const at = (milliseconds: number) => ({era: 'test', at: milliseconds});
const anna = {operator: 'anna', host: 'ci-7'};
const nobody = {count: 0, endedFor: undefined, unreadable: 0, newer: 0};

/** A machine that shares the account. `publish`: sends what the board lacks, as the board gives it to others. */
async function machine(name = 'anna', host = 'ci-7') {
	const file = temporaryFile();
	const {ledger} = open(file);
	const team = await ledger.team();
	team.share(profile, 'payments');
	return {
		...ledger,
		team,
		file,
		publish(age = 0): IncomingChange[] {
			const changes = team.outbox(profile, 1000);
			team.published(changes);
			return changes.map(change => ({...change, operator: name, host, age}));
		},
	};
}

/** Records an edit of a notification up to a state. */
function edit(
	{journal}: Pick<Ledger, 'journal'>,
	oldId: string,
	newId: string,
	state: 'creating' | 'created' | 'done',
) {
	const {id} = journal.begin({
		...creation,
		kind: 'replace',
		snapshot: oldOne(oldId),
		input: {...input, name: `new ${newId}`},
	});
	journal.advance(id, {state: 'creating'});
	const post = journal.requestSent(id, {method: 'POST', moment: at(1)});
	if (state !== 'creating') {
		journal.requestAnswered(post, {outcome: 'ok', status: 201, target: newId, moment: at(1)});
		journal.advance(id, {state: 'created', newId});
	}

	if (state === 'done') {
		journal.requestAnswered(journal.requestSent(id, {method: 'DELETE', target: oldId, moment: at(2)}), {
			outcome: 'ok',
			status: 204,
			moment: at(2),
		});
		journal.advance(id, {state: 'done'});
	}

	journal.release(id);
	return id;
}

test('what a colleague did is known here: its history, its template, its IDs; and the last change to undo is one of this machine', async () => {
	const [hers, mine] = [await machine(), await machine('me', 'laptop')];
	const own = mine.journal.begin({...creation, kind: 'delete', snapshot: oldOne('5')});
	mine.journal.advance(own.id, {state: 'deleting'});
	mine.journal.requestSent(own.id, {method: 'DELETE', target: '5', moment: at(0)});
	mine.journal.advance(own.id, {state: 'done'});
	edit(hers, '7', '8', 'done');
	const changes = hers.publish(5000);
	expect(mine.team.receive(profile, changes, at(100_000))).toStrictEqual({...nobody, count: 1, endedFor: 5000});
	expect(mine.team.receive(profile, changes, at(200_000)), 'the same once more').toStrictEqual(nobody);
	const [change] = mine.journal.changes({profile, limit: 10});
	expect(change).toMatchObject({kind: 'replace', state: 'done', oldId: '7', newId: '8', by: anna, label: 'new 8'});
	expect(mine.journal.changes({profile, search: 'ANNA ci-7', limit: 10})).toHaveLength(1);
	expect(mine.journal.history({profile, search: 'anna'})).toHaveLength(2);
	expect(mine.journal.history({profile}).map(({method, target, by}) => [method, target, by?.host])).toStrictEqual([
		['DELETE', '7', 'ci-7'],
		['POST', '8', 'ci-7'],
		['DELETE', '5', undefined],
	]);
	expect(mine.sent.get(profile, '8')).toMatchObject({template: input.template, topics: input.topics});
	expect(mine.journal.isDeletedHere(profile, '7')).toBe(true);
	expect(mine.journal.isOfAnother({id: own.id, profile, input}, '8')).toBe(true);
	expect(
		mine.journal.requestsOf(change!.id).map(({moment}) => moment),
		'by the age that the board tells',
	).toStrictEqual([at(95_000), at(95_000)]);
	expect(lastDeleted(mine.journal, profile)?.id).toBe(own.id);
	expect(mine.journal.lastUndoable(profile, ({kind}) => kind === 'replace')).toBeUndefined();
	expect(mine.journal.undoable(change!.id)?.by, 'but it can be undone by its number').toStrictEqual(anna);
	expect(mine.publish().map(({uuid}) => uuid)).not.toContain(changes[0]!.uuid);
});

test('nobody touches what a colleague is working on, and what they sent counts from the end of their claim', async () => {
	const [hers, mine] = [await machine(), await machine('me', 'laptop')];
	edit(hers, '7', '8', 'creating');
	mine.team.receive(profile, hers.publish(), at(1000));
	const [pending] = mine.journal.unfinished(profile);
	mine.team.hold(profile, [{...anna, what: 'id 7', left: 50_000}], at(2000));
	expect(mine.journal.ownerElsewhere(pending!.id)).toStrictEqual(anna);
	expect(mine.journal.claim(pending!.id)).toBe(false);
	expect(mine.journal.pendingIds(profile).get('7')?.holder).toStrictEqual(anna);
	expect(() => mine.journal.begin({...creation, kind: 'delete', snapshot: oldOne('7')})).toThrow(
		'anna on ci-7 is working on 7. Try again when they have finished.',
	);
	expect(mine.journal.requestsOf(pending!.id)[0]!.moment).toStrictEqual(at(52_000));
	// The claim has ended, but what was sent under it may still take effect.
	mine.team.hold(profile, [{...anna, what: 'id 7', left: -10_000}], at(62_000));
	expect(mine.journal.claim(pending!.id)).toBe(false);
	mine.team.hold(profile, [], at(130_000));
	expect(mine.journal.requestsOf(pending!.id)[0]!.moment).toStrictEqual(at(52_000));
	expect(mine.journal.claim(pending!.id)).toBe(true);
	mine.team.takeOver([pending!.id], at(130_000));
	expect(mine.journal.requestsOf(pending!.id), 'it is known what was sent').toHaveLength(1);
	mine.journal.advance(pending!.id, {state: 'failed', detail: 'Not created.'});
	expect(hers.team.receive(profile, mine.publish(), at(140_000)).count).toBe(1);
	expect(hers.journal.changes({profile, limit: 1})[0]).toMatchObject({state: 'failed', detail: 'Not created.'});
	expect(hers.journal.changes({profile, limit: 1})[0]!.by).toBeUndefined();
});

test("the planned items of a colleague's bulk operation count as sent once it is taken over", async () => {
	const [hers, mine] = [await machine(), await machine('me', 'laptop')];
	const batch = hers.journal.beginBatch(profile, ['99']);
	hers.journal.addItems(batch, [
		{kind: 'create', profileName: 'production', input},
		{kind: 'delete', profileName: 'production', snapshot: oldOne('7')},
	]);
	expect(hers.publish(), 'nothing before the batch is whole').toStrictEqual([]);
	hers.journal.completeBatch(batch);
	hers.journal.itemSent(hers.journal.itemIds(batch)[0]!, {method: 'POST', moment: at(1)});
	mine.team.receive(profile, hers.publish(), at(1000));
	const [found] = mine.journal.unfinishedBatches(profile);
	expect(found).toMatchObject({kind: 'mixed', keeps: ['99'], counts: {planned: 1, unknown: 1}});
	mine.team.hold(profile, [{...anna, what: 'id 7', left: 1}], at(2000));
	expect(mine.journal.unfinishedBatches(profile)).toStrictEqual([]);
	mine.team.hold(profile, [], at(200_000));
	const items = mine.journal.itemIds(found!.id);
	expect(mine.journal.claimBatch(found!.id)).toBe(true);
	mine.team.takeOver(items, at(200_000));
	expect(
		items.map(id => [
			mine.journal.get(id)!.state,
			mine.journal.requestsOf(id).map(({method, outcome, target}) => [method, outcome, target]),
		]),
	).toStrictEqual([
		['creating', [['POST', 'sent', undefined]]],
		['deleting', [['DELETE', 'unknown', '7']]],
	]);
});

test('a machine that sent something after another one ended its change keeps it pending, and the others learn of the request', async () => {
	const [hers, mine, third] = [await machine(), await machine('me', 'laptop'), await machine('carl', 'pc')];
	const id = edit(hers, '7', '8', 'created');
	mine.team.receive(profile, hers.publish(), at(1000));
	third.team.receive(profile, mine.publish(), at(1000));
	const taken = mine.journal.unfinished(profile)[0]!;
	mine.journal.claim(taken.id);
	mine.journal.advance(taken.id, {state: 'rolled-back', detail: 'Rolled back.'});
	const ended = mine.publish();
	// Her machine slept, and wakes with a request.
	hers.journal.claim(id);
	hers.journal.advance(id, {state: 'deleting'});
	hers.journal.requestSent(id, {method: 'DELETE', target: '7', moment: at(500_000)});
	hers.journal.release(id);
	hers.team.receive(profile, ended, at(500_001));
	expect(hers.journal.get(id)).toMatchObject({
		state: 'deleting',
		endedAt: undefined,
		detail: `Rolled back. ${metText}`,
	});
	const met = hers.publish();
	expect(mine.team.receive(profile, met, at(500_002)).count).toBe(1);
	expect(mine.journal.get(taken.id)).toMatchObject({state: 'deleting', detail: `Rolled back. ${metText}`});
	expect(mine.journal.requestsOf(taken.id).map(({method}) => method)).toStrictEqual(['POST', 'DELETE']);
	third.team.receive(profile, [...ended, ...met], at(500_002));
	expect(third.journal.requestsOf(third.journal.unfinished(profile)[0]!.id).map(({method}) => method)).toStrictEqual([
		'POST',
		'DELETE',
	]);
});

test('a new change meets what a colleague made of the same notification or with the same content, unless a listing showed it', async () => {
	const [hers, mine] = [await machine(), await machine('me', 'laptop')];
	edit(hers, '7', '8', 'done');
	mine.team.receive(profile, hers.publish(), at(60_000));
	const same = {...input, name: 'new 8'};
	const met = (change: NewChange, since = 59_000) => mine.team.findMet(profile, [change], at(since))?.host;
	expect(met({kind: 'delete', snapshot: oldOne('7')})).toBe('ci-7');
	expect(met({kind: 'delete', snapshot: oldOne('7')}, 60_001), 'listed since').toBeUndefined();
	expect(met({kind: 'delete', snapshot: oldOne('8')})).toBeUndefined();
	expect(met({kind: 'create', input: same})).toBe('ci-7');
	expect(met({kind: 'create', input: same, knownIds: ['8']})).toBeUndefined();
	expect(met({kind: 'create', input})).toBeUndefined();
	expect(claimedBy({kind: 'recreate', input, snapshot: oldOne('7')}), 'what is gone is not claimed').toStrictEqual(
		claimedBy({kind: 'create', input, snapshot: undefined}),
	);
});

test('what is on the board is not believed', async () => {
	keepSecret('team-test-key');
	const [hers, mine] = [await machine(), await machine('me', 'laptop')];
	const id = edit(hers, '7', '8', 'created');
	hers.journal.advance(id, {detail: 'Left open.'});
	const secret = hers.journal.begin({...creation, input: {...input, template: 'team-test-key'}});
	hers.journal.advance(secret.id, {state: 'creating', detail: 'team-test-key'});
	const sent = hers.publish();
	const sentTexts = sent.map(({body: text}) => text).join('\n');
	const [change] = sent;
	const body = JSON.parse(change!.body) as Record<string, unknown>;
	const as = (members: object, uuid: string) => ({...change!, uuid, body: JSON.stringify({...body, ...members})});
	const received = mine.team.receive(
		profile,
		[
			{...change!, uuid: 'a', body: 'no JSON'},
			{...change!, uuid: 'b', body: '['.repeat(100_000)},
			as({v: 2, kind: {}}, 'c'),
			as({content: {}}, 'd'),
			as({kind: 'create', state: 'created'}, 'e'),
			as({progress: {knownIds: 7}}, 'f'),
			// What a table of the journal refuses would keep everything else from being read.
			as({startedAt: 1.5}, 'a0'),
			as({startedAt: 1e300}, 'a1'),
			as({requests: [{key: 'half \uD800', at: 1, method: 'POST', outcome: 'sent'}]}, 'a2'),
			as({requests: [{key: 'a/1', at: 0.1, method: 'POST', outcome: 'sent'}]}, 'a3'),
			as({batch: {uuid: '\uD800', kind: 'mixed', startedAt: 1, keeps: []}}, 'a4'),
			as(
				{
					progress: {knownIds: [], newId: '8', note: 'red \u{1B}[31m'},
					batch: {uuid: 'x', kind: 'mixed', startedAt: 1, keeps: []},
				},
				'00',
			),
		],
		at(1000),
	);
	expect(received).toStrictEqual({...nobody, count: 1, unreadable: 10, newer: 1});
	const [batch] = mine.journal.unfinishedBatches(profile);
	expect(mine.journal.get(mine.journal.itemIds(batch!.id)[0]!)!.detail).toBe('red ␛[31m');
	expect(sentTexts).toContain('[API key]');
	expect(sentTexts).not.toContain('team-test-key');
});

test('without a team nothing is counted; and what a board lost or never had is sent again', async () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	edit(ledger, '7', '8', 'done');
	const database = openDatabase(file, {isReadOnly: true});
	onTestFinished(() => {
		database.close();
	});
	const count = () => Number(database.prepare('SELECT count(*) AS count FROM shared').get()!.count);
	expect(count()).toBe(0);
	const team = await ledger.team();
	const {machine: name} = team.share(profile, 'payments');
	expect(count()).toBe(1);
	const sent = team.outbox(profile, 10);
	team.published(sent);
	expect(team.outbox(profile, 10)).toStrictEqual([]);
	const {uuid} = sent[0]!;
	expect(team.compare(profile, new Map())).toStrictEqual({missing: [], lost: [uuid]});
	expect(
		team.compare(
			profile,
			new Map([
				[uuid, {revision: 1, isPruned: true}],
				['other', {revision: 1, isPruned: false}],
				['old', {revision: 1, isPruned: true}],
			]),
		),
	).toStrictEqual({missing: ['other'], lost: []});
	expect(team.waiting(profile)).toBe(0);
	team.publishAgain([uuid]);
	expect(team.outbox(profile, 10)).toStrictEqual(sent);
	team.setCursor(profile, '5');
	expect(team.share(profile, 'payments')).toStrictEqual({machine: name, cursor: '5'});
	team.published(sent);
	expect(team.share(profile, 'other').cursor).toBeUndefined();
	expect(team.outbox(profile, 10), 'another account of the board has nothing of it').toHaveLength(1);
});

test('what was deleted here because it is old is not taken from the board again, unless somebody went on with it', async () => {
	const [hers, mine] = [await machine(), await machine('me', 'laptop')];
	const id = edit(hers, '7', '8', 'done');
	const changes = hers.publish();
	mine.team.receive(profile, changes, at(1000));
	mine.accounts.prune(Infinity);
	expect(mine.journal.changes({profile, limit: 9})).toStrictEqual([]);
	expect(
		mine.team.compare(profile, new Map(changes.map(({uuid, revision}) => [uuid, {revision, isPruned: false}]))),
	).toStrictEqual({missing: [], lost: []});
	expect(mine.team.receive(profile, changes, at(2000))).toStrictEqual(nobody);
	hers.journal.revise(id, {state: 'failed'});
	expect(mine.team.receive(profile, hers.publish(), at(3000))).toMatchObject({count: 1});
	expect(mine.journal.changes({profile, limit: 9})).toMatchObject([{state: 'failed'}]);
});

test('a machine that was answered after another one ended its change keeps the answer, and the change pending for both', async () => {
	const [hers, mine] = [await machine(), await machine('me', 'laptop')];
	const id = edit(hers, '7', '8', 'creating');
	mine.team.receive(profile, hers.publish(), at(1000));
	const taken = mine.journal.unfinished(profile)[0]!;
	mine.journal.claim(taken.id);
	mine.journal.advance(taken.id, {state: 'failed', detail: 'Not created.'});
	// Her machine was stopped with its request on the way.
	hers.journal.claim(id);
	hers.journal.requestAnswered(hers.journal.requestsOf(id)[0]!.id, {
		outcome: 'ok',
		status: 201,
		target: '8',
		moment: at(500_000),
	});
	hers.journal.release(id);
	hers.team.receive(profile, mine.publish(), at(500_001));
	expect(hers.journal.get(id)).toMatchObject({
		state: 'creating',
		endedAt: undefined,
		detail: `Not created. ${metText}`,
	});
	expect(hers.journal.requestsOf(id)).toMatchObject([{outcome: 'ok', target: '8', moment: at(500_000)}]);
	mine.team.receive(profile, hers.publish(), at(500_002));
	expect(mine.journal.get(taken.id)).toMatchObject({
		state: 'creating',
		endedAt: undefined,
		detail: `Not created. ${metText}`,
	});
	expect(mine.journal.requestsOf(taken.id)).toMatchObject([{outcome: 'ok', target: '8'}]);
});
