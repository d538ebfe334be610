import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../../helpers/app.tsx';

test.each(['80x24', '40x10'])('the header warns that certificates are not checked, at %s', async size => {
	await using service = await temporarySandbox();
	await using app = await startApp({service, size, acceptsAnyCertificate: true});
	const frame = await app.waitFor('! TLS unverified');
	expect(frame.split('\n').findIndex(line => line.includes('! TLS unverified'))).toBe(0);
});

test('the connect screen warns of it, too', async () => {
	await using app = await startApp({isNew: true, acceptsAnyCertificate: true});
	expect(await app.waitFor('Base URL')).toContain('! TLS unverified');
});

test('in little room the visible lines lose their words, not their numbers', async () => {
	for (const [size, status] of [
		['40x10', /^ Treasury:… · SANDBOX +lines 1–6 of \d+$/v],
		['34x10', /^ Treasury:… · SANDBOX +1–6 of \d+$/v],
		['31x10', /^ Treasury:… · SANDBOX +1–6\/\d+$/v],
		['25x10', /^ Treasury:… · SANDBOX *$/v],
	] as const) {
		await using app = await startApp({size});
		await app.waitFor(/^▌ ?1/mv);
		await app.press('Enter');
		const frame = await app.waitFor(/^ Treasury:… · /v);
		expect(frame.split('\n', 1)[0]).toMatch(status);
	}
});
