import {afterEach, expect, test} from 'vitest';
import {canUseProxies, proxyProblem, proxySettingsFor, setProxies} from '../../source/platform/proxy.ts';

afterEach(() => {
	setProxies(undefined);
});

test.each([
	['22.13.0', false],
	['22.20.0', false],
	['22.21.0', true],
	['24.5.0', true],
	['25.0.0', true],
])('Node %s uses proxies: %j', (version, canUse) => {
	expect(canUseProxies(version)).toBe(canUse);
});

const how = 'it must be http://HOST:PORT or https://HOST:PORT';

test.each([
	['socks5://127.0.0.1:1080', `HTTPS_PROXY names a proxy of the kind socks5://, which chainbell cannot use: ${how}`],
	[
		'SOCKS5H://me:secret@proxy.example:1080',
		`HTTPS_PROXY names a proxy of the kind socks5h://, which chainbell cannot use: ${how}`,
	],
	['file:///etc/passwd', `HTTPS_PROXY names a proxy of the kind file://, which chainbell cannot use: ${how}`],
	['proxy.example:3128', `HTTPS_PROXY has no scheme: ${how}`],
	...[
		'me:secret@proxy.example:3128',
		'http://',
		'http://[',
		'http://a b',
		'http://a\nb',
		'http://proxy.example:99999',
		'http://%:secret@proxy.example',
		'\u{1B}[2J',
		'://',
		'http:/',
		'%',
	].map(value => [value, `HTTPS_PROXY is not the address of a proxy: ${how}`]),
])('a proxy that cannot be used is said, and its password is not: %j', (value, problem) => {
	setProxies({HTTPS_PROXY: value});
	expect(proxyProblem('https://service.example/')).toBe(problem);
	expect(proxySettingsFor('https://service.example/')).toBeUndefined();
	for (const url of ['http://127.0.0.1:1/', 'https://localhost/', 'https://x.localhost/']) {
		expect(proxyProblem(url)).toBeUndefined();
	}
});

test.each([
	'http://proxy.example:3128',
	' HTTP://proxy.example:3128 ',
	'http://me:p%40ss@proxy.example',
	'https://proxy.example',
	'http://[::1]:3128',
])('a proxy that can be used: %j', value => {
	setProxies({https_proxy: value, HTTPS_PROXY: 'garbage', no_proxy: 'a.example'});
	expect(proxyProblem('https://service.example/')).toBeUndefined();
	expect(proxySettingsFor('https://service.example/')).toEqual({
		HTTPS_PROXY: new URL(value).href,
		NO_PROXY: 'a.example',
	});
});

test.each([
	['*', true],
	['service.example', true],
	['service.example:443', true],
	['service.example:8443', false],
	['.example', true],
	['*.example', true],
	['*.service.example', false],
	['.ice.example', false],
	['example', false],
	['', false],
])('NO_PROXY %j: without a proxy %j', (list, isWithout) => {
	setProxies({HTTPS_PROXY: 'socks5://127.0.0.1', NO_PROXY: list});
	expect(proxyProblem('https://service.example/') === undefined).toBe(isWithout);
});
