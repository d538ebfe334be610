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
