import process from 'node:process';
import {setImmediate as turn} from 'node:timers/promises';
import {expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';

test('a delay longer than the longest timer does not end at once', async () => {
	const warnings: string[] = [];
	const warn = ({name}: Error) => {
		warnings.push(name);
	};

	process.on('warning', warn);
	onTestFinished(() => {
		process.off('warning', warn);
	});
	const controller = new AbortController();
	const pause = systemClock.sleep(2 ** 41, controller.signal);
	await turn();
	controller.abort();
	await expect(pause).rejects.toThrow('aborted');
	// Node says so when it makes a millisecond of it.
	expect(warnings).toEqual([]);
});
