import {describe, expect, test} from 'vitest';
import {readFixtures} from './target.ts';
import {targets} from './targets.ts';

const fixtures = readFixtures();

/** Inputs of each target that are tried each time, the same ones. */
const runs = 20;

describe.each(targets)('$name: $property', target => {
	test.each(fixtures.filter(fixture => fixture.target === target.name))('$name', async ({input}) => {
		await target.check(input);
	});

	test(`${runs} inputs`, async () => {
		expect(await target.tryRandom({seed: 12, runs})).toEqual({runs});
	});
});

test('every fixture belongs to a target', () => {
	const names = new Set(targets.map(({name}) => name));
	expect(fixtures.filter(({target}) => !names.has(target))).toEqual([]);
});
