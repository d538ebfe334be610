import {existsSync, readFileSync} from 'node:fs';
import {execFileSync} from 'node:child_process';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {createMonotonicClock, createSystemMonotonicClock, type Moment} from '../../source/platform/clock.ts';

test.each<[string, Moment | undefined, number]>([
	['of the same era: exact', {era: 'this boot', at: 100}, 900],
	['of the same era, and later: negative', {era: 'this boot', at: 1200}, -200],
	['of another era: from when the clock was created', {era: 'the boot before', at: 100}, 500],
	['of another era that lasted longer: the same', {era: 'the boot before', at: 1e9}, 500],
	['not known: the same', undefined, 500],
])('the time since a moment %s', (_name, from, passed) => {
	let milliseconds = 500;
	const clock = createMonotonicClock('this boot', () => milliseconds);
	milliseconds = 1000;
	expect(clock.between(from, clock.now())).toBe(passed);
});

test('the clock of the machine does not go back, and its creation counts as the start of other eras', () => {
	const clock = createSystemMonotonicClock();
	const first = clock.now();
	const second = clock.now();
	expect(clock.between(first, second)).toBeGreaterThanOrEqual(0);
	expect(clock.between(undefined, second)).toBeGreaterThanOrEqual(clock.between(first, second));
	expect(clock.between(undefined, second)).toBeLessThan(second.at);
	// The journal rounds up: what it stores must not be later than a listing that begins next.
	expect(Number.isInteger(first.at)).toBe(true);
});

const bootIdFile = '/proc/sys/kernel/random/boot_id';

test.runIf(existsSync(bootIdFile))('on Linux the processes of a boot share it', () => {
	const source = fileURLToPath(new URL('../../source/platform/clock.ts', import.meta.url));
	const script = `import {createSystemMonotonicClock} from ${JSON.stringify(source)}; console.log(JSON.stringify(createSystemMonotonicClock().now()));`;
	const clock = createSystemMonotonicClock();
	const before = clock.now();
	const other = JSON.parse(
		execFileSync(process.execPath, ['--input-type=module', '--eval', script], {encoding: 'utf8'}),
	) as Moment;
	const after = clock.now();
	expect(before.era).toBe(readFileSync(bootIdFile, 'utf8').trim());
	expect(other.era).toBe(before.era);
	expect(clock.between(before, other)).toBeGreaterThanOrEqual(0);
	expect(clock.between(other, after)).toBeGreaterThanOrEqual(0);
});
