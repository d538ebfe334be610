import {expect, test} from 'vitest';
import {canUseProxies} from '../../source/system/proxy.ts';

test.each([
	['22.13.0', false],
	['22.20.0', false],
	['22.21.0', true],
	['23.11.0', false],
	['24.4.1', false],
	['24.5.0', true],
	['25.0.0', true],
])('Node %s uses proxies: %j', (version, canUse) => {
	expect(canUseProxies(version)).toBe(canUse);
});
