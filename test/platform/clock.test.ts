import process from 'node:process';
import {setImmediate as turn} from 'node:timers/promises';
import {expect, onTestFinished, test} from 'vitest';
import {
	hasRunWithin,
	systemClock,
	delayBefore,
	createMonotonicClock,
	createSystemMonotonicClock,
	type Moment,
	addSample,
	paceOf,
	spanText,
	type PaceSample,
} from '../../source/platform/clock.ts';
import fc from 'fast-check';
import {existsSync, readFileSync} from 'node:fs';
import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';

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

test('Retry-After is a lower bound, also above the longest delay', () => {
	const backoff = {first: 500, longest: 1000, longestRetryAfter: 30};
	expect(delayBefore(backoff, 1, 30)).toBe(30_000);
	expect(delayBefore(backoff, 2, 0.1)).toBe(1000);
	expect(delayBefore(backoff, 1, 0)).toBe(500);
});

test('delays never shrink, and are never shorter than Retry-After', () => {
	fc.assert(
		fc.property(
			fc.integer({min: 1, max: 10_000}),
			fc.integer({min: 1, max: 100_000}),
			fc.integer({min: 1, max: 2000}),
			fc.nat(600),
			(first, longest, retry, retryAfter) => {
				const delay = delayBefore({first, longest}, retry, retryAfter)!;
				expect(delay).toBeGreaterThanOrEqual(retryAfter * 1000);
				expect(delayBefore({first, longest}, retry + 1, retryAfter)).toBeGreaterThanOrEqual(delay);
			},
		),
	);
});

test.each([
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

const collect = (samples: readonly PaceSample[]) => {
	let kept: readonly PaceSample[] = [];
	for (const sample of samples) {
		kept = addSample(kept, sample);
	}

	return kept;
};

test('the rate is that of the last ten seconds', () => {
	const slow = [0, 1, 2, 3, 4].map(second => ({at: second * 1000, ended: second}));
	const fast = Array.from({length: 20}, (_, index) => ({at: 5000 + index * 1000, ended: 100 + index * 50}));
	expect(paceOf(collect([...slow, ...fast]), 1250)).toStrictEqual({perSecond: 50, left: 4000});
	expect(paceOf(collect(slow), 8)).toStrictEqual({perSecond: 1, left: 4000});
});

test('a steady rate is measured exactly, however often it is sampled', () => {
	fc.assert(
		fc.property(
			fc.integer({min: 1, max: 500}),
			fc.array(fc.integer({min: 1, max: 5000}), {minLength: 1, maxLength: 50}),
			(perSecond, steps) => {
				let at = 0;
				const samples = [
					{at, ended: 0},
					...steps.map(step => {
						at += step;
						return {at, ended: (at * perSecond) / 1000};
					}),
				];
				const kept = collect(samples);
				const total = (at * perSecond) / 1000 + perSecond;
				const pace = paceOf(kept, total)!;
				expect(pace.perSecond).toBeCloseTo(perSecond, 6);
				expect(pace.left).toBeCloseTo(1000, 3);
				// What is older than it has to be is forgotten.
				expect(kept.filter(sample => sample.at < at - 10_000).length).toBeLessThanOrEqual(1);
			},
		),
	);
});

test.each([
	[0, '0 s'],
	[1000, '1 s'],
	[89_000, '89 s'],
	[90_000, '2 min'],
	[5_400_000, '2 h'],
	[36_000_000, '10 h'],
])('%i ms are %s', (milliseconds, text) => {
	expect(spanText(milliseconds)).toBe(text);
});

/** Never ends by itself. */
const forEver = () => {
	while (Number.isFinite(0)) {
		// It goes on.
	}
};

test('what takes too long is interrupted, and what throws has run', () => {
	expect(hasRunWithin(20, forEver)).toBe(false);
	expect(() =>
		hasRunWithin(20, () => {
			throw new Error('wrong');
		}),
	).toThrow('wrong');
});
