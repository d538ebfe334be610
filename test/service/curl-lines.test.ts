import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {curlLines, toCurl} from '../../source/service/curl.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {widthOf} from '../../source/terminal/width.ts';

/** The arguments that a shell gives to curl. */
const argumentsOf = (command: string) =>
	execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
		env: {CHAINBELL_API_KEY: 'k e y'},
		encoding: 'utf8',
	});

const body = {
	external_user_id: "it's '''''''' \"quoted\" $HOME `id` \\ 入金のお知らせ",
	template: `${'a long text '.repeat(30)}\nsecond line`,
};

test.each([40, 80, 120, 300])(
	'at %i columns the lines are the command, and none is wider than the terminal',
	columns => {
		const lines = curlLines('https://api.example.com/a/long/path/to/the/service/', body, columns);
		expect(argumentsOf(lines.join('\n'))).toBe(
			// In JSON these are the same.
			argumentsOf(toCurl('https://api.example.com/a/long/path/to/the/service/', body)).replaceAll(
				"'",
				String.raw`\u0027`,
			),
		);
		for (const line of lines) {
			expect(widthOf(line)).toBeLessThan(columns);
			expect(line).toBe(line.trim());
		}
	},
);

test('a long word fills its lines', () => {
	const lines = curlLines('https://a/', {template: 'x'.repeat(300)}, 80);
	expect(
		lines
			.filter(line => /x{20}/v.test(line))
			.slice(0, -1)
			.map(line => widthOf(line)),
	).toEqual([78, 78, 78, 78]);
});

test('what a terminal would interpret is escaped, and means the same', () => {
	const hostile = {name: '\u{9B}31m \u{202E}abc\u{1B}]52;c;x\u{7}'};
	const command = curlLines('https://a/', hostile, 80).join('\n');
	expect(command).toMatch(/^[\n\u{20}-\u{7E}]+$/v);
	expect(JSON.parse(argumentsOf(command).split('\0', 7)[6]!)).toEqual(hostile);
});

test('an API key in the body is not in the command', () => {
	keepSecret('sk-live-abcdefgh');
	expect(curlLines('https://a/', {name: 'sk-live-abcdefgh'}, 80).join('')).not.toContain('abcdefgh');
});
