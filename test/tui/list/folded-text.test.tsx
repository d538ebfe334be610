import {expect, test} from 'vitest';
import {fieldNamed} from '../../../source/domain/fields.ts';
import {foldedText} from '../../../source/tui/list/folded-text.ts';
import {startApp} from '../../helpers/app.tsx';
import {startRawService} from '../../operations/raw-service.ts';

const folded = [{field: fieldNamed('network'), value: 'ETH_MAINNET'}, {field: fieldNamed('event'), value: 'ADDRESS_\u{1B}ACTIVITY'}, {field: fieldNamed('name'), value: ''}];

test('what all rows have in common is in the header, or where that has no room above the footer, and never in both', () => {
	const wide = foldedText(folded, 60, 120);
	expect(wide.header).toMatch(/^every row: ETH_MAINNET, ADDRESS_.*ACTIVITY · no name$/v);
	expect(wide.header).not.toContain('\u{1B}');
	expect(wide.idle).toBe('');
	expect(foldedText(folded, 20, 120)).toEqual({header: '', idle: wide.header});
	expect(foldedText(folded, 20, 40).idle).toMatch(/^every row: ETH_MAINNET.*…$/v);
	expect(foldedText([], 20, 40)).toEqual({header: '', idle: ''});
});

test.each([['40x10'], ['80x24']])('a value that all rows have is on the screen at %s, but for the time of a notice', async size => {
	const service = await startRawService([1, 2].map(id => ({
		id, external_user_id: `user-${id}`, channel: 'EMAIL', notification_name: `n${id}`, delivery_location: `${id}@example.com`, event_details: {network: 'A_NETWORK', event_type: 'AN_EVENT', addresses: [`0x0${id}`], filters: []},
	})));
	await using app = await startApp({service, size});
	await app.waitFor(/^ (?:chainbell · )?127.* 2(?: notif|$)/mv);
	await app.waitFor(/^ every row: EMAIL, A_NETWORK/mv);
	await app.press('x');
	expect(await app.waitFor('x does nothing here')).not.toContain('every row');
	await app.press('j');
	await app.waitFor(/^ every row: EMAIL, A_NETWORK/mv);
});
