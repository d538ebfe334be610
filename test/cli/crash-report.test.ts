import {Buffer} from 'node:buffer';
import {mkdir, writeFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import path from 'node:path';
import {expect, test} from 'vitest';
import {crashReport} from '../../source/cli/crash-report.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {temporaryFolder} from '../helpers/app.tsx';

test('the report masks API keys and what may be a recipient or a part of a response', () => {
	const key = 'sk_test_of_the_crash_report';
	keepSecret(key);
	const base64 = Buffer.from(key).toString('base64');
	const cause = new Error(`for ${base64} to #alerts at 0xd8dA6BF2`);
	const report = crashReport(
		new TypeError(
			`sending "Treasury" with ${key} to a@example.com, https://example.com/hook and -1001234567890 failed`,
			{cause},
		),
	);
	expect(report).toContain('TypeError: sending "…" with [API key] to … … and … failed\n');
	expect(report).toContain('Caused by Error: for [API key] to … at …\n');
	expect(report).not.toMatch(/sk_test|Treasury|example|1001234567890|alerts|d8dA/v);
});

test('control characters of a message are made visible', () => {
	expect(crashReport(new Error('\u{1B}[31mred'))).toContain('Error: ␛[31mred');
	expect(crashReport('thrown\u{7}')).toContain('Thrown: thrown␇');
});

test('the stack names files, at most a dozen frames', () => {
	const deep = (depth: number): Error => (depth === 0 ? new Error('deep') : deep(depth - 1));
	const frames = crashReport(deep(30)).match(/^ {4}at .+$/gmv) ?? [];
	expect(frames.length).toBeGreaterThan(5);
	expect(frames.length).toBeLessThanOrEqual(12);
	expect(frames[0]).toContain('crash-report.test.ts');
});

test('without source maps the stack names the positions in the bundle, and not where it is installed', async () => {
	await using folder = await temporaryFolder();
	const chunk = path.join(folder.path, 'dist/chunks/screens-a1.cjs');
	await mkdir(path.dirname(chunk), {recursive: true});
	await writeFile(chunk, '{}\nexports.error = new Error("bug");');
	const {error} = createRequire(import.meta.url)(chunk) as {readonly error: Error};
	const report = crashReport(error);
	expect(report).toContain('    at dist/chunks/screens-a1.cjs:2:17\n');
	expect(report).not.toContain(folder.path);
});
