import process from 'node:process';
import {defineConfig} from 'vitest/config';

// What a developer's shell or a CI service sets must not reach the tests; the workers inherit this.
for (const name of Object.keys(process.env)) {
	if (/^(?:CI|CI_.*|CONTINUOUS_INTEGRATION|NO_COLOR|FORCE_COLOR|COLORTERM|CHAINBELL_.*)$/v.test(name)) {
		Reflect.deleteProperty(process.env, name);
	}
}

export default defineConfig({
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		// Frames without colour are the same in every terminal.
		env: {FORCE_COLOR: '0', TZ: 'UTC'},
		testTimeout: 20_000,
		hookTimeout: 20_000,
	},
});
