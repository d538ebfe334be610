import {Buffer} from 'node:buffer';
import {expect, test} from 'vitest';
import {startApp, type AppOptions} from '../../helpers/app.tsx';

/** The app on a terminal reached over SSH, and what was put on its clipboard. */
async function startWithClipboard(options: AppOptions = {}) {
	const written: string[] = [];
	const app = await startApp({
		...options,
		desktop: {
			platform: 'linux',
			get: name => (name === 'SSH_TTY' ? '/dev/pts/1' : undefined),
			write(sequence) {
				written.push(sequence);
			},
		},
	});
	await app.waitFor('12 notif');
	return {
		...app,
		written,
		/** The text that was copied last. */
		copied: () => Buffer.from(/^\u{1B}\]52;c;(.*)\u{7}$/v.exec(written.at(-1) ?? '')?.[1] ?? '', 'base64').toString(),
	};
}

test('in the review, the arrows and enter choose; the curl command stands there without a margin', async () => {
	await using app = await startWithClipboard();
	await app.press('c', 'C-s');
	await app.waitFor('Create on');
	await app.press('J', 'G');
	const frame = await app.waitFor('--data-raw');
	const lines = frame.split('\n');
	const shown = lines
		.slice(
			lines.findIndex(line => line.startsWith("curl '")),
			lines.findIndex(line => line.includes('? help')),
		)
		.filter(line => line !== '');
	expect(shown.filter(line => line.startsWith(' '))).toEqual([]);
	await app.press('c');
	await app.waitFor(/^▌ J {2}JSON body/mv);
	await app.press('j', 'j', 'Enter');
	await app.waitFor('Sent the curl command');
	expect(app.copied()).toContain('--data-raw');
	expect(app.frame()).toContain('review');
});

test('what is not there says so; nothing is copied from the header of a group', async () => {
	await using app = await startWithClipboard();
	await app.press(...'jjjj', 'y');
	await app.waitFor(/^. i {2}ID/mv);
	await app.press('n');
	await app.waitFor('There is nothing of that kind to copy here.');
	await app.press('Escape', 'b', 'u', 'g', 'y');
	await app.waitFor('there is nothing to copy');
	expect(app.written).toEqual([]);
});
