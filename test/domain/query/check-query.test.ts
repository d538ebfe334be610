import {expect, test} from 'vitest';
import {fields} from '../../../source/domain/fields.ts';
import {checkQuery} from '../../../source/domain/query/check-query.ts';

const problemOf = async (text: string) => {
	const checked = await checkQuery(text);
	return checked.ok ? undefined : checked.problem;
};

test.each([
	['chanel:email', 'Unknown field "chanel:". Did you mean channel:?'],
	['large or not:usr:42', 'Unknown field "usr:". Did you mean user:?'],
	['CHANNLE:email', 'Did you mean channel:?'],
	['external_user_id:7', 'Did you mean user:?'],
	['colour:/blue/', 'The fields are id, name, channel, user, recipient, network, event, address, filter.'],
])('%s names an unknown field', async (query, problem) => {
	expect(await problemOf(query)).toContain(problem);
});

test.each([
	...fields.map(({name}) => `${name}:x`),
	'',
	'https://example.com',
	'Treasury:',
	'Treasury: large',
	'"foo:bar"',
	'12:30',
	'-channel:email',
	'name:/^a+b$/',
	'a or b',
	'channel:',
])('%s is fine', async query => {
	expect(await problemOf(query)).toBeUndefined();
});

test.each([
	['/(a+)+/', 'could take very long'],
	['name:/(x*)*y/', 'could take very long'],
	['a or -/[/', 'is not a regular expression'],
	['/(/', 'Unterminated group'],
])('the pattern in %s is refused, with the reason', async (query, reason) => {
	expect(await problemOf(query)).toContain(reason);
});
