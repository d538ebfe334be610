import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

test('the connect screen warns of it, too', async () => {
	await using app = await startApp({isNew: true, acceptsAnyCertificate: true});
	expect(await app.waitFor('Base URL')).toContain('! TLS unverified');
});
