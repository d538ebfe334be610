import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';

const address = '0x00000000219ab540356cBB839Cbe05303d7705Fa';

/** Counts the keystrokes that are not typed text. */
const keystrokes = (keys: readonly string[], texts: readonly string[]) =>
	keys.filter(key => !texts.includes(key)).length;

const guide = await readFile(new URL('../../docs/guide.md', import.meta.url), 'utf8');

test('a typical create takes six keystrokes plus the text', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	const texts = ['user-42', 'ops@example.com', address];
	const keys = ['n', 'user-42', 'Enter', 'e', 'ops@example.com', 'Enter', address, 'C-s', 'C-s'];
	await app.press(...keys);
	await app.waitFor('✓ Created');
	expect(keystrokes(keys, texts)).toBe(6);
	expect(guide).toContain('six keystrokes plus the text');
});

test('a clone takes four keystrokes plus the new address', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	const keys = ['c', 'C-u', address, 'C-s', 'C-s'];
	await app.press(...keys);
	await app.waitFor('13 notifications');
	await app.press('G', 'Enter');
	const frame = await app.waitFor(address);
	expect(frame).toContain('Treasury: large transfers');
	expect(frame).toContain('value > 10 (int)');
	expect(keystrokes(keys, [address])).toBe(4);
	expect(guide).toContain('four plus the new address');
});
