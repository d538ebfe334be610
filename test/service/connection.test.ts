import {describe, expect, test} from 'vitest';
import {checkApiKey, parseBaseUrl} from '../../source/service/connection.ts';

const plainHttp = 'http:';

function problemOf(text: string) {
	const result = parseBaseUrl(text);
	return result.ok ? undefined : result.problem;
}

describe('parseBaseUrl', () => {
	test.each([
		['https://api.example.com', 'https://api.example.com/'],
		['  https://api.example.com/  \n', 'https://api.example.com/'],
		['https://api.example.com:8443/chain/bell', 'https://api.example.com:8443/chain/bell/'],
		['https://api.example.com/chain/', 'https://api.example.com/chain/'],
		['HTTPS://API.example.com', 'https://api.example.com/'],
	])('accepts %j', (text, value) => {
		expect(parseBaseUrl(text)).toEqual({ok: true, value});
	});

	test.each([
		['localhost:3000', 'localhost:3000/'],
		['a.localhost', 'a.localhost/'],
		['127.0.0.1:8080/x', '127.0.0.1:8080/x/'],
		['127.9.8.7', '127.9.8.7/'],
		['127.1', '127.0.0.1/'],
		['[::1]:80', '[::1]/'],
	])('accepts plain HTTP to loopback: %s', (host, value) => {
		expect(parseBaseUrl(`${plainHttp}//${host}`)).toEqual({ok: true, value: `${plainHttp}//${value}`});
	});

	test.each([
		'api.example.com',
		'localhost.example.com',
		'127.0.0.1.example.com',
		'notlocalhost',
		'128.0.0.1',
		'[::2]',
		'localhost@api.example.com',
	])('refuses plain HTTP to %s', host => {
		expect(problemOf(`${plainHttp}//${host}`)).toContain('https://');
	});

	test.each([
		['', 'full base URL'],
		['api.example.com', 'full base URL'],
		['localhost:3000', 'full base URL'],
		['ftp://api.example.com', 'full base URL'],
		['https://', 'full base URL'],
		['https://api.exa\nmple.com', 'full base URL'],
		['https://user@api.example.com', 'user name'],
		['https://:secret@api.example.com', 'user name'],
		['https://api.example.com/?a=1', 'Remove'],
		['https://api.example.com/?', 'Remove'],
		['https://api.example.com/#a', 'Remove'],
	])('refuses %j', (text, hint) => {
		expect(problemOf(text)).toContain(hint);
		expect(problemOf(text)).not.toContain('\n');
	});
});

describe('checkApiKey', () => {
	test.each(['k', 'sk_live-1.2~3+/=', '!"#$%&\'()*,:;<>?@[]^`{|}'])('accepts %j', key => {
		expect(checkApiKey(key)).toBeUndefined();
	});

	test.each([' ', 'a b', 'a\n', 'a\tb', 'Bearer abcdef', 'ключ', 'a\u{7F}', 'é'])('refuses %j', key => {
		expect(checkApiKey(key)).toMatch(/^Enter the API key alone/v);
	});

	test('asks for a key where there is none', () => {
		expect(checkApiKey('')).toBe('Enter the API key.');
	});
});
