import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {pasted} from '../helpers/screen.tsx';

test.each([
	['\u{1B}[13;1u', 'CSI u with a modifier'],
	['\u{1B}[13u', 'CSI u'],
	['\u{1B}[106;5u', 'ctrl+j'],
])('%j in a paste, as some multiplexers send a line end, is a line end', async lineEnd => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox});
	await app.waitFor('No notifications yet.');
	await app.press('n', 'BackTab', pasted(`first${lineEnd}second`));
	expect(app.frame()).toMatch(/Template +first\n +second/v);
	await app.press('Tab', pasted(`user-1${lineEnd}`), 'Tab');
	expect(app.frame()).toMatch(/User \* +user-1$/mv);
});
