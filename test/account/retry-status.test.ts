import {expect, test} from 'vitest';
import type {Failure} from '../../source/service/failure.ts';
import {createRetryStatus} from '../../source/account/status.ts';
import {stillClock} from '../helpers/app.tsx';
import {createHandClock} from '../helpers/hand-clock.ts';

const failure: Failure = {kind: 'server', outcome: 'unknown', summary: '', nextStep: '', status: 503};

test('a retry is shown with why, which one it is and when, until it begins; who listens is told until he stops', () => {
	const status = createRetryStatus(stillClock);
	const seen: Array<string | undefined> = [];
	const stop = status.subscribe(() => {
		seen.push(status.get());
	});
	expect(status.get()).toBeUndefined();
	status.retry.onWait!({failure, attempt: 2, attempts: 4, wait: 1001});
	status.retry.onWait!({
		failure: {...failure, kind: 'unreachable', status: undefined},
		attempt: 3,
		attempts: 4,
		wait: 2000,
	});
	status.retry.onWait!({
		failure: {...failure, kind: 'unreachable', outcome: 'not-sent', status: undefined},
		attempt: 4,
		attempts: 4,
		wait: 2000,
	});
	status.retry.onWait!(undefined);
	expect(seen).toEqual([
		'Service failed (503) · attempt 2 of 4 in 2 s',
		'Connection lost · attempt 3 of 4 in 2 s',
		'Cannot reach the service · attempt 4 of 4 in 2 s',
		undefined,
	]);
	stop();
	status.setLedgerBusy(true);
	expect(seen).toHaveLength(4);
});

test('the seconds of a wait are counted down', () => {
	const clock = createHandClock();
	const status = createRetryStatus(clock);
	status.retry.onWait!({failure: {...failure, kind: 'rate-limited', status: 429}, wait: 20_000});
	for (let second = 0; second < 3; second++) {
		clock.pass(1000);
	}

	expect(status.get()).toBe('Rate limited (429): waiting 17 s …');
	status.retry.onWait!(undefined);
	clock.pass(3000);
	expect(status.get()).toBeUndefined();
});

test('while an attempt is made, that is said and not the time that is over', () => {
	const status = createRetryStatus(stillClock);
	let told = 0;
	status.subscribe(() => {
		told++;
	});
	status.retry.onAttempt!();
	expect([status.get(), told]).toEqual([undefined, 0]);
	status.retry.onWait!({failure, attempt: 2, attempts: 4, wait: 1000});
	status.retry.onAttempt!();
	expect([status.get(), status.waiting()?.wait, told]).toEqual(['Service failed (503) · trying again …', 0, 2]);
	status.retry.onWait!({
		failure: {...failure, kind: 'rate-limited', status: 429},
		attempt: 3,
		attempts: 4,
		wait: 17_000,
	});
	expect(status.get()).toBe('Rate limited (429): waiting 17 s …');
	status.retry.onAttempt!();
	expect(status.get()).toBe('Rate limited (429): trying again …');
	status.retry.onWait!(undefined);
	expect(status.get()).toBeUndefined();
});

test('a ledger that is busy comes before a retry', () => {
	const status = createRetryStatus(stillClock);
	let told = 0;
	status.subscribe(() => {
		told++;
	});
	status.setLedgerBusy(true);
	status.retry.onWait!({failure, attempt: 1, attempts: 4, wait: 500});
	expect(status.get()).toBe('Another process has locked the ledger: waiting up to 30 s …');
	status.setLedgerBusy(false);
	expect(status.get()).toBe('Service failed (503) · attempt 1 of 4 in 1 s');
	expect(told).toBe(3);
});
