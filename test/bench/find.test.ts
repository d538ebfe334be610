import {expect, test, vi} from 'vitest';
import {find} from '../../bench/find.ts';
import {listJson} from '../../bench/measures/list-json.ts';
import type {Bench} from '../../bench/measure.ts';

const versions = {fzf: '1', jq: '1', curl: '8', less: '5', vim: '9'};

const bench = {
	async account() {
		throw new Error('No account today\nbut tomorrow');
	},
} as unknown as Bench;

test('without its tools a measure is not begun', async () => {
	expect(await find(listJson, bench, 100, {...versions, jq: undefined})).toMatchObject({problem: 'jq is missing'});
	expect(await find(listJson, bench, 100, {...versions, jq: undefined, curl: undefined})).toMatchObject({
		problem: 'curl and jq are missing',
	});
});

test('a measure that fails says why, in a line', async () => {
	const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);
	expect(
		await find(
			{
				...listJson,
				async run() {
					await bench.account(100);
					return {ours: []};
				},
			},
			bench,
			100,
			versions,
		),
	).toMatchObject({problem: 'No account today'});
	expect(complain).toHaveBeenCalledOnce();
	complain.mockRestore();
});
