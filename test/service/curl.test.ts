import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {toCurl} from '../../source/service/curl.ts';

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

test('the command has the body as it is, whatever a shell makes of its signs', () => {
	const args = argumentsOf(toCurl('https://api.example.com/a/', body)).split('\0');
	expect(args[0]).toBe('https://api.example.com/a/api/v1/service/notifications/');
	expect(args[2]).toBe('Authorization: Bearer k e y');
	expect(JSON.parse(args[6]!)).toEqual(body);
});
