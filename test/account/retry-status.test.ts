import {expect, test} from 'vitest';
import type {Failure} from '../../source/service/failure.ts';
import {createRetryStatus} from '../../source/account/status.ts';
import {stillClock} from '../helpers/app.tsx';

const failure: Failure = {kind: 'server', outcome: 'unknown', summary: '', nextStep: '', status: 503};

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
