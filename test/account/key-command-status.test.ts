import {expect, test} from 'vitest';
import {createKeyCommandStatus} from '../../source/account/status.ts';

test('the command that is awaited is shown until it has ended, and can be ended', () => {
	const status = createKeyCommandStatus();
	const wait = {name: 'pass', since: 0, limit: 30_000} as unknown as NonNullable<ReturnType<typeof status.get>>;
	const seen: unknown[] = [];
	const stop = status.subscribe(() => {
		seen.push(status.get());
	});
	status.policy.onWait?.(wait);
	status.policy.onWait?.(undefined);
	expect(seen).toEqual([wait, undefined]);
	stop();
	status.policy.onWait?.(wait);
	expect(seen).toHaveLength(2);
	expect(status.policy.signal?.aborted).toBe(false);
	status.cancel();
	expect(status.policy.signal?.aborted).toBe(true);
});
