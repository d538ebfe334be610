import {expect, test} from 'vitest';
import {bodyOf} from './bodies.ts';
import {listedForm, rewrite, toListed} from './stored-body.ts';

test('rewriting trims, composes characters and lowers the domain of an e-mail address', () => {
	const body = bodyOf('user', {notification_name: ' Cafe\u{301} ', delivery_location: 'Ops@Example.COM'});
	expect(rewrite(body)).toStrictEqual({...body, notification_name: 'Caf\u{E9}', delivery_location: 'Ops@example.com'});
	expect(rewrite(rewrite(body))).toStrictEqual(rewrite(body));
	expect(rewrite(bodyOf('user', {delivery_location: '#Alerts'})).delivery_location).toBe('#Alerts');
});

test('a listing shows neither template nor topics', () => {
	const {event_details} = bodyOf('user');
	const listed = toListed(
		'7',
		bodyOf('user', {template: 'secret', event_details: {...event_details, graphql: {topic_0: 'secret'}}}),
	);
	expect(listed).toMatchObject({id: 7, external_user_id: 'user'});
	expect(JSON.stringify(listed)).not.toContain('secret');
	expect(toListed('n7', bodyOf('user'))).toMatchObject({id: 'n7'});
});

test('bodies that differ only in the template or in the case of an address are listed alike', () => {
	const {event_details} = bodyOf('user');
	const addresses = event_details.addresses.map(address => address.toLowerCase());
	expect(listedForm(bodyOf('user', {template: 'other', event_details: {...event_details, addresses}}))).toBe(
		listedForm(bodyOf('user')),
	);
	expect(listedForm(bodyOf('other'))).not.toBe(listedForm(bodyOf('user')));
});
