import {execFileSync} from 'node:child_process';
import process from 'node:process';
import {expect, test} from 'vitest';

// In a process of its own: the young generation of this one has grown by now.
const program = `
import {getHeapSpaceStatistics} from 'node:v8';
import {keepYoungGenerationSmall} from ${JSON.stringify(new URL('../../source/platform/small-young-generation.ts', import.meta.url).href)};

const size = () => getHeapSpaceStatistics().find(space => space.space_name === 'new_space').space_size;
const survivors = [];
const allocate = () => {
	for (let index = 0; index < 300_000; index++) {
		survivors.push({index, text: [index]});
	}

	return size();
};

let within;
{
	using _ = keepYoungGenerationSmall();
	within = allocate();
}

process.stdout.write(JSON.stringify({within, after: allocate()}));
`;

test('the young generation is smaller within the block than after it', () => {
	const printed = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
		encoding: 'utf8',
		env: {},
	});
	const {within, after} = JSON.parse(printed) as {readonly within: number; readonly after: number};
	expect(within).toBeLessThan(after);
});
