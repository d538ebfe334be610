import {expect, onTestFinished, test} from 'vitest';
import {createSessionLedger} from '../../source/session/session-ledger.ts';
import {stillClock} from '../helpers/app.tsx';
import {deleteOne, moment, open, profile, temporaryFile} from '../storage/ledgers.ts';

const day = 86_400_000;

/** A ledger with one change, made so many days ago, and how many changes its history shows. */
function setUp(daysAgo: number) {
	const file = temporaryFile();
	deleteOne(open(file).ledger, '7');
	const sessionLedger = createSessionLedger({file, clock: {...stillClock, now: () => moment + (daysAgo * day)}, onBusy: () => undefined});
	onTestFinished(sessionLedger.close);
	return {
		sessionLedger,
		async changes() {
			const {ledger} = await sessionLedger.open();
			return ledger.journal.history({profile}).length;
		},
	};
}

test('what is older than the days of history is deleted when the ledger is opened', async () => {
	const kept = setUp(90);
	kept.sessionLedger.setHistoryDays(90);
	expect(await kept.changes()).toBe(1);
	const old = setUp(91);
	old.sessionLedger.setHistoryDays(90);
	expect(await old.changes()).toBe(0);
});

test('it is deleted at once where the ledger is open, and nothing is without a number of days', async () => {
	const {sessionLedger, changes} = setUp(1000);
	expect(await changes()).toBe(1);
	sessionLedger.setHistoryDays(undefined);
	expect(await changes()).toBe(1);
	sessionLedger.setHistoryDays(999);
	expect(await changes()).toBe(0);
});
