import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

// Each test file imports the screens anew.
test('keys typed while a screen is imported are its keys, and the screen before it stays until then', async () => {
	await using app = await startApp();
	await app.waitFor('listed just now');
	const before = app.frames.length;
	await app.send('\rJ');
	await app.waitFor('"delivery_location"');
	expect(app.frame()).toMatch(/^ Treasury: large transfers, raw · /v);
	for (const frame of app.frames.slice(before)) {
		expect(frame).toMatch(/chainbell · .*listed just now|^ Treasury: large transfers(?:, raw)? · /v);
	}
});
