import {expect, onTestFinished, test} from 'vitest';
import {createTeam} from '../../../source/account/team/team.ts';
import {awaitWrites, type AwaitedLedger} from '../../../source/ledger/awaited-ledger.ts';
import type {Event} from '../../../source/ledger/item.ts';
import {BoardNeededError, LedgerError} from '../../../source/ledger/ledger-error.ts';
import type {ListedRecord} from '../../../source/notification/notification.ts';
import {createHandClock} from '../../helpers/hand-clock.ts';
import {account, creation, deletion, edit, input, openNew, profile} from '../../ledger/ledgers.ts';
import {createMemoryBoard} from './memory-board.ts';

const settlingTime = 60_000;

/** A board, and the machines of a team that share an account. */
function setUp() {
	const clock = createHandClock();
	const board = createMemoryBoard(clock);
	const machine = (
		operator: string,
		{
			isRequired = false,
			listed = [],
			ledger = awaitWrites(openNew(clock.now), {sleep: clock.sleep, onBusy: () => undefined}),
		}: {
			readonly isRequired?: boolean;
			readonly listed?: readonly ListedRecord[];
			/** That of another process of the machine. */
			readonly ledger?: AwaitedLedger;
		} = {},
	) => {
		const notices: string[] = [];
		const team = createTeam({
			team: {account: 'payments', isRequired, variable: 'TEAM_URL', url: undefined},
			profileKey: profile,
			settlingTime,
			clock,
			openLedger: async () => ledger,
			listed: async () => listed,
			onReceived: () => undefined,
			openBoard: board.open(operator),
		});
		team.onNotice(text => notices.push(text));
		onTestFinished(team.close);
		return {
			team,
			ledger,
			notices,
			/** The ledger of one change, planned from a listing of this moment. */
			async change() {
				const since = clock.elapsed.now();
				const {changes} = await team.guard(ledger, () => since);
				return changes;
			},
			known: () => ledger.changes.changes({profile, limit: 9, say: () => ''}).map(({set}) => set),
			pending: () => ledger.changes.pending(profile),
		};
	};

	const post = (): Event & {readonly kind: 'sent'} => ({kind: 'sent', method: 'POST', moment: clock.elapsed.now()});
	const remove = (target: string): Event & {readonly kind: 'sent'} => ({
		kind: 'sent',
		method: 'DELETE',
		target,
		moment: clock.elapsed.now(),
	});
	const ok = (): Event => ({kind: 'answered', outcome: 'ok', moment: clock.elapsed.now()});
	/** Ends a change of one item as done. */
	const end = async (
		changes: Awaited<ReturnType<ReturnType<typeof machine>['change']>>,
		set: number,
		newId?: string,
	) => {
		const [item] = changes.items(set);
		await changes.append([{item: item!.id, event: ok()}]);
		await changes.append([{item: item!.id, event: {kind: 'seen', to: 'done', newId}}]);
		await changes.release(set);
	};

	return {clock, board, machine, post, remove, ok, end};
}

test('a change is claimed, then written down, and sent when the board has it; its claims end with it', async () => {
	const {board, machine, post, end} = setUp();
	const anna = machine('anna');
	const changes = await anna.change();
	board.before.set('claim', () => {
		expect(anna.pending()).toStrictEqual([]);
	});
	const {id} = await changes.begin(account, [edit('7')], post());
	expect(board.calls).toStrictEqual(['claim', 'publish']);
	expect(board.rows.map(({item, n}) => [item.split('/')[1], n])).toStrictEqual([
		[undefined, 0],
		['1', 1],
	]);
	expect(new Set(board.claims.map(({what}) => what.split(' ')[0]))).toStrictEqual(new Set(['#', 'id', 'set']));
	await end(changes, id, '8');
	await anna.team.close();
	expect(board.claims.every(({isReleased}) => isReleased)).toBe(true);
	expect(board.rows).toHaveLength(4);
	const carl = machine('carl');
	await carl.team.update();
	expect(carl.known()).toMatchObject([{by: {operator: 'anna'}, counts: {done: 1}}]);
	expect(carl.team.get()).toMatchObject({state: 'reached', waiting: 0, received: {count: 4}});
});

test('what another one has claimed is refused, with who, since when and for how long; so is what he has just done', async () => {
	const {clock, board, machine, post, remove, end} = setUp();
	const [anna, carl] = [machine('anna'), machine('carl')];
	const [hers, his] = [await anna.change(), await carl.change()];
	const {id} = await hers.begin(account, [deletion('7')], remove('7'));
	clock.pass(3000);
	await expect(his.begin(account, [deletion('9'), edit('7')])).rejects.toThrow(
		/^anna on \S+ has been changing 7 for 3 s, and may for another 117 s\. Try again when they have finished\.$/v,
	);
	expect(carl.team.get().claims.get('7')).toMatchObject({operator: 'anna'});
	const creating = await anna.change();
	const {id: made} = await creating.begin(account, [creation], post());
	await expect(his.begin(account, [creation])).rejects.toThrow(/^anna on \S+ has been/v);
	await end(creating, made, '12');
	await end(hers, id);
	await anna.team.close();
	await expect(his.begin(account, [edit('7')])).rejects.toThrow(
		/^anna on \S+ has just changed 7 \(change 1\)\. Refresh the list, then try again\.$/v,
	);
	expect(carl.pending()).toStrictEqual([]);
	expect(board.claims.every(({isReleased}) => isReleased)).toBe(true);
	clock.pass(settlingTime + 1);
	expect(await (await carl.change()).begin(account, [edit('7')])).toMatchObject({size: 1});
});

test('a claim that was cut off is followed after the settling time, and tells how long that is', async () => {
	const {clock, board, machine, remove} = setUp();
	const [anna, carl] = [machine('anna'), machine('carl')];
	await (await anna.change()).begin(account, [deletion('7')], remove('7'));
	for (const claim of board.claims) {
		claim.until = clock.withSleep() - 5000;
	}

	await carl.team.update();
	const [pending] = carl.pending();
	const his = await carl.change();
	await expect(his.claim(pending!.id)).rejects.toThrow(
		/^anna on \S+ has been changing 7 for 0 s, and was cut off 5 s ago: what was sent may still take effect\. Try again in 55 s\.$/v,
	);
	for (const claim of board.claims) {
		claim.until -= settlingTime;
	}

	expect(await his.claim(pending!.id)).toBe(true);
});

test.each(['unreachable', 'newer', 'forbidden', 'refused'] as const)(
	'a board that is %s: a change goes on without it only if it may come back, and if it is not required',
	async kind => {
		const {board, machine, post} = setUp();
		const [anna, strict] = [machine('anna'), machine('eve', {isRequired: true})];
		board.fail(kind);
		const begin = async ({change}: typeof anna) => (await change()).begin(account, [creation], post());
		await expect(begin(strict)).rejects.toThrow(
			new BoardNeededError(`The board is ${kind}. It is required (team.required in config.yaml).`),
		);
		expect(strict.pending()).toStrictEqual([]);
		if (kind !== 'unreachable') {
			await expect(begin(anna)).rejects.toThrow(new BoardNeededError(`The board is ${kind}.`));
			return;
		}

		expect(await begin(anna)).toMatchObject({size: 1});
		await anna.team.update();
		expect(anna.notices).toStrictEqual(['The board is unreachable. Changes are kept here, and sent when it is back.']);
		expect(anna.team.get()).toMatchObject({state: 'unreachable', waiting: 1});
		board.fail(undefined);
		await anna.team.update();
		expect(board.rows).toHaveLength(2);
		expect(anna.team.get()).toMatchObject({state: 'reached', waiting: 0});
	},
);

test('what the board does not take is not sent: it is as if nothing had begun, or as before', async () => {
	const {board, machine, post} = setUp();
	const anna = machine('anna');
	const changes = await anna.change();
	const {id} = await changes.begin(account, [edit('7'), edit('8')]);
	const [first] = changes.items(id);
	board.fail('unreachable');
	await expect(changes.append([{item: first!.id, event: post()}])).rejects.toThrow(
		'The board is unreachable. A change that was begun with it goes on only with it.',
	);
	expect(changes.items(id)).toMatchObject([
		{phase: 'planned', requests: [{outcome: 'not-sent'}]},
		{phase: 'planned', requests: []},
	]);
	board.fail(undefined);
	const again = await anna.change();
	await changes.release(id);
	expect(await again.claim(id)).toBe(true);
	await again.append([{item: first!.id, event: post()}]);
	expect(again.items(id)).toMatchObject([{phase: 'creating'}, {phase: 'planned'}]);
});

test('a lease is renewed; one that was lost lets nothing be sent, and the change stays pending', async () => {
	const {clock, board, machine, post} = setUp();
	const anna = machine('anna');
	const changes = await anna.change();
	const {id} = await changes.begin(account, [edit('7'), edit('8')]);
	const [first, second] = changes.items(id);
	for (let minute = 0; minute < 10; minute++) {
		clock.pass(60_000);
		await anna.team.update();
	}

	await changes.append([{item: first!.id, event: post()}]);
	expect(board.calls).toContain('renew');
	// Another one has followed.
	board.claims.push({...board.claims[0]!, session: 'another', isReleased: true});
	clock.pass(60_000);
	await expect(changes.append([{item: second!.id, event: post()}])).rejects.toThrow(
		new LedgerError(
			"Your claim on the team's board has ended, so a colleague may go on with this change. It stays pending.",
		),
	);
	expect(changes.items(id)).toMatchObject([{phase: 'creating'}, {phase: 'planned'}]);
	await anna.team.update();
	expect(board.rows.map(({body}) => body).join('\n')).toContain('not-sent');
});

test('an answer that comes after the lease was lost is kept, and the change goes no further', async () => {
	const {clock, board, machine, post, ok} = setUp();
	const anna = machine('anna');
	const changes = await anna.change();
	const {id} = await changes.begin(account, [edit('7')], post());
	const [item] = changes.items(id);
	board.claims.push({...board.claims[0]!, session: 'another', isReleased: true});
	clock.pass(125_000);
	await expect(changes.append([{item: item!.id, event: ok()}])).rejects.toThrow(
		"Your claim on the team's board has ended, so a colleague may go on with this change. It stays pending.",
	);
	expect(changes.items(id)).toMatchObject([{phase: 'creating', requests: [{outcome: 'ok'}]}]);
});

test('a large set is claimed as a whole before anything of it is written down', async () => {
	const {board, machine} = setUp();
	const [anna, carl] = [machine('anna'), machine('carl')];
	const many = (offset: number) => Array.from({length: 120}, (_, index) => deletion(String(index + offset)));
	const add = async ({change}: typeof anna, offset: number) => {
		const changes = await change();
		const set = await changes.open(account);
		await changes.add(set, many(offset).slice(0, 70), account);
		await changes.add(set, many(offset).slice(70), account);
		await changes.close(set);
		return changes.set(set);
	};

	expect(await add(anna, 1)).toMatchObject({size: 120});
	expect(board.rows.map(({n}) => n)).toStrictEqual([0]);
	await expect(add(carl, 120)).rejects.toThrow(/has been changing 120 for/v);
	expect(carl.ledger.changes.pending(profile)).toMatchObject([{size: 120, by: {operator: 'anna'}}]);
	expect(carl.known()).toHaveLength(1);
});

test("a colleague's change is not gone on with while the board cannot be reached", async () => {
	const {clock, board, machine, post} = setUp();
	const [anna, carl] = [machine('anna'), machine('carl')];
	const hers = await anna.change();
	const {id} = await hers.begin(account, [edit('7'), edit('8')]);
	await hers.release(id);
	await carl.team.update();
	const [pending] = carl.pending();
	board.fail('unreachable');
	await expect((await carl.change()).claim(pending!.id)).rejects.toThrow(
		'The board is unreachable. Changes are kept here, and sent when it is back. So it is not known whether a colleague works on this change.',
	);
	await expect((await anna.change()).claim(id)).rejects.toThrow('So it is not known whether a colleague');
	board.fail(undefined);
	const his = await carl.change();
	expect(await his.claim(pending!.id)).toBe(true);
	const [first] = his.items(pending!.id);
	await his.append([{item: first!.id, event: post()}]);
	await expect((await anna.change()).claim(id)).rejects.toThrow(/^carl on \S+ has been changing 7/v);
	clock.pass(1);
	expect(anna.ledger.changes.holder(id)).toMatchObject({operator: 'carl'});
});

test('an event that came second to one of a colleague lets nothing be sent', async () => {
	const {board, machine, post} = setUp();
	const anna = machine('anna');
	const changes = await anna.change();
	const {id} = await changes.begin(account, [edit('7')]);
	const [row] = board.rows;
	board.rows.push({
		...row!,
		session: 'carls',
		operator: 'carl',
		seq: 1,
		item: `${row!.item}/1`,
		n: 1,
		body: '{"v":1,"at":1,"event":{"kind":"seen","notes":[{"why":"unchecked"}]}}',
	});
	const [item] = changes.items(id);
	await expect(changes.append([{item: item!.id, event: post()}])).rejects.toThrow(
		'A colleague has worked on this change as well. Look at it again, then try again.',
	);
	expect(changes.items(id)).toMatchObject([
		{phase: 'planned', notes: [{why: 'unchecked'}], requests: [{n: 2, outcome: 'not-sent'}]},
	]);
	await anna.team.update();
	expect(board.rows).toHaveLength(5);
});

test('a board that seems to be that of another account gets nothing, until team join', async () => {
	const {clock, board, machine, post, end} = setUp();
	const anna = machine('anna');
	const hers = await anna.change();
	for (const name of ['11', '12', '13']) {
		const {id} = await hers.begin(account, [{...creation, input: {...input, name}}], post());
		await end(hers, id, name);
	}

	await anna.team.update();
	clock.pass(3_600_000);
	const listed = ['11', '99'].map(id => ({kind: 'notification', id})) as unknown as ListedRecord[];
	const carl = machine('carl', {listed});
	await carl.team.update();
	const problem =
		"The team's board knows 3 notifications of payments, and 1 of them are listed here: this is probably the API key of another account, so nothing is shared. If it is the same account, run chainbell team join.";
	expect(carl.team.get()).toMatchObject({state: 'refused', problem});
	expect(carl.known()).toStrictEqual([]);
	const {length} = board.rows;
	expect(await (await carl.change()).begin(account, [deletion('99')])).toMatchObject({size: 1});
	await carl.team.update();
	expect(board.rows).toHaveLength(length);
	expect(carl.notices).toStrictEqual([problem]);
	await carl.team.join();
	expect(carl.team.get()).toMatchObject({state: 'reached', waiting: 0});
	expect(board.rows.length).toBeGreaterThan(length);
	expect(carl.known()).toHaveLength(4);
});
