import {expect, test} from 'vitest';
import type {Failure} from '../../source/service/failure.ts';
import {unknownText} from '../../source/operations/transitions.ts';
import type {RequestEntry} from '../../source/ledger/journal/operation.ts';

const requestOf = (outcome: RequestEntry['outcome'], summary?: string): RequestEntry => ({
	id: 1,
	operation: 1,
	at: 0,
	method: 'POST',
	target: undefined,
	outcome,
	status: undefined,
	summary,
	moment: undefined,
});

const failureOf = (outcome: Failure['outcome'], summary: string): Failure => ({
	kind: 'server',
	outcome,
	summary,
	nextStep: '',
});

const lost = requestOf('unknown', 'The connection to https://api.example.com was lost (ECONNRESET).');

test.each<[string, readonly RequestEntry[], Failure | undefined, string]>([
	['the request that was lost', [lost], undefined, 'the connection to https://api.example.com was lost (ECONNRESET).'],
	[
		'the request just sent, with the words of the service',
		[lost],
		{...failureOf('unknown', 'The service failed (500).'), serverMessage: 'boom'},
		'the service failed (500). The service said: "boom"',
	],
	[
		'the last one of several that may have taken effect',
		[requestOf('unknown', 'The service failed (500).'), lost, requestOf('rejected', 'Rate limited (429).')],
		undefined,
		'the connection to https://api.example.com was lost (ECONNRESET).',
	],
	['a crash before the response', [requestOf('sent')], undefined, 'no response was recorded.'],
	[
		'an origin at the beginning',
		[requestOf('unknown', 'https://api.example.com does not speak HTTP.')],
		undefined,
		'https://api.example.com does not speak HTTP.',
	],
])('the reason is %s', (_name, requests, failure, reason) => {
	expect(unknownText('it was created', requests, failure)).toBe(`Not known whether it was created: ${reason}`);
});

test('a later request that was refused is told before the one that may have taken effect', () => {
	expect(
		unknownText(
			'7 was deleted',
			[requestOf('unknown', 'No complete response from https://api.example.com within 10 s.'), requestOf('rejected')],
			failureOf('rejected', 'Rate limited (429).'),
		),
	).toBe(
		'Rate limited (429). Not known whether 7 was deleted: no complete response from https://api.example.com within 10 s.',
	);
});
