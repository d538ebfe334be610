import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {pasted} from '../helpers/screen.tsx';

const address = '0x00000000219ab540356cBB839Cbe05303d7705Fa';

test.each(['Enter', 'Tab'])(
	'after a channel was picked by its letter, the first %s goes on to the recipient',
	async forward => {
		await using sandbox = await temporarySandbox({samples: 0});
		await using app = await startApp({service: sandbox});
		await app.waitFor('No notifications yet.');
		await app.press('n', pasted('user-42'), 'Enter', 's');
		const picked = app.frame();
		expect(picked).toMatch(/Channel \* +SLACK/v);
		await app.press(forward);
		expect(app.frame()).toMatch(/▌ Recipient \*/v);
		expect(app.frame()).not.toBe(picked);
		await app.press('#alerts', 'Enter');
		expect(app.frame()).toMatch(/▌ Address \*/v);
		await app.press(pasted(address), 'C-s', 'C-s');
		await app.waitFor('✓ Created 1');
	},
);

test("the letters of a channel's name pick that channel and go into no other field", async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox});
	await app.waitFor('No notifications yet.');
	await app.press('n', pasted('user-42'), 'Enter', ...'telegram');
	expect(app.frame()).toMatch(/▌ Channel \* +TELEGRAM/v);
	await app.press('Enter');
	expect(app.frame()).toMatch(/▌ Recipient \* +chat ID/v);
	await app.press('BackTab', 'w');
	expect(app.frame()).toMatch(/▌ Channel \* +WEBHOOK/v);
});

test.each([
	['typed', [...'ema@example.com']],
	['pasted', [pasted('ma@example.com')]],
])('a recipient that is %s right after the letter of its channel is whole', async (_how, keys) => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox});
	await app.waitFor('No notifications yet.');
	await app.press('n', pasted('user-42'), 'Enter', ...(keys.length === 1 ? ['e'] : []), ...keys);
	expect(app.frame()).toMatch(/Channel \* +EMAIL/v);
	expect(app.frame()).toMatch(/▌ Recipient \* +ma@example\.com/v);
});
