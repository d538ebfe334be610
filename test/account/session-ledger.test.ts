import {cpSync} from 'node:fs';
import {setImmediate as turn} from 'node:timers/promises';
import {expect, onTestFinished, test} from 'vitest';
import {createSessionLedger} from '../../source/account/session-ledger.ts';
import {stillClock} from '../helpers/app.tsx';
import {openDatabase} from '../../source/platform/sqlite.ts';
import {account, creation, damage, fillLarge, moment, open, profile, temporaryFile} from '../ledger/ledgers.ts';

const day = 86_400_000;

/** A ledger that another process is writing to until `release` is called. `limit`: ends what closing waits at most. */
async function setUpBusy() {
	const file = temporaryFile();
	const limit = Promise.withResolvers<void>();
	const retried = Promise.withResolvers<void>();
	const sleeps: number[] = [];
	const sessionLedger = createSessionLedger({
		file,
		clock: {
			...stillClock,
			now: () => moment,
			async sleep(milliseconds) {
				sleeps.push(milliseconds);
				await (milliseconds >= 1000 ? limit.promise : retried.promise);
			},
		},
		onBusy: () => undefined,
	});
	const {ledger} = await sessionLedger.open();
	const other = openDatabase(file);
	other.exec('BEGIN IMMEDIATE');
	return {
		sessionLedger,
		ledger,
		file,
		sleeps,
		limit,
		release() {
			other.exec('ROLLBACK');
			other.close();
			retried.resolve();
		},
	};
}

test('closing waits for a write that waits for another process, and then it is written', async () => {
	const {sessionLedger, ledger, file, release} = await setUpBusy();
	const begun = ledger.changes.begin(account, [creation]);
	let isClosed = false;
	const closing = (async () => {
		await sessionLedger.close();
		isClosed = true;
	})();
	await turn();
	expect(isClosed).toBe(false);
	release();
	await begun;
	await closing;
	expect(open(file).ledger.changes.pending(profile)).toHaveLength(1);
});

test('closing waits three seconds at most, and not at all where nothing is written', async () => {
	const {sessionLedger, ledger, sleeps, limit, release} = await setUpBusy();
	const begun = ledger.changes.begin(account, [creation]).catch(String);
	const closing = sessionLedger.close();
	limit.resolve();
	await closing;
	expect(sleeps).toContain(3000);
	release();
	expect(await begun).toMatch(/Error/v);

	const idle = await setUpBusy();
	idle.release();
	await idle.sessionLedger.close();
	expect(idle.sleeps).not.toContain(3000);
});

test('a ledger that stays locked is waited for thirty seconds, and then kept in memory', async () => {
	const file = temporaryFile();
	open(file).ledger.close();
	const other = openDatabase(file);
	other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
	onTestFinished(() => {
		other.close();
	});
	let slept = 0;
	const busy: boolean[] = [];
	const sleep = async (milliseconds: number) => {
		slept += milliseconds;
	};

	const sessionLedger = createSessionLedger({file, clock: {...stillClock, sleep}, onBusy: isBusy => busy.push(isBusy)});
	onTestFinished(sessionLedger.close);
	const {ledger, notice} = await sessionLedger.open();
	expect(slept).toBe(30_000);
	expect([busy[0], busy.at(-1)]).toEqual([true, false]);
	expect(notice).toContain('another process has locked');
	expect(ledger.problem).toMatchObject({cause: 'unwritable'});
});

test('a large file is checked once a day, and at the next start if damage was met in it', async () => {
	const [file, daily] = [temporaryFile(), temporaryFile()];
	fillLarge(file);
	const useAt = async (now: number, path = file) => {
		const sessionLedger = createSessionLedger({
			file: path,
			clock: {...stillClock, now: () => now},
			onBusy: () => undefined,
		});
		const {ledger, notice} = await sessionLedger.open();
		const read = () => ledger.sent.all(profile);
		return {notice, read, close: sessionLedger.close};
	};

	const first = await useAt(moment);
	await first.close();
	damage(file);
	cpSync(file, daily, {recursive: true});
	const second = await useAt(moment + day - 1);
	expect([first.notice, second.notice]).toStrictEqual([undefined, undefined]);
	expect(second.read).toThrow('The ledger failed');
	await second.close();
	for (const [now, path] of [
		[moment + day - 1, file],
		[moment + day, daily],
	] as const) {
		const {notice, close} = await useAt(now, path);
		expect(notice).toContain('is damaged');
		await close();
	}
});
