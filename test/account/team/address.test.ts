import {expect, test} from 'vitest';
import {readBoardUrl} from '../../../source/account/team/address.ts';
import {containing} from '../../helpers/texts.ts';

const ca = `${import.meta.dirname}/../../fixtures/tls/ca.pem`;

test.each([
	[
		'postgres://ann:p%40ss@db.example:6432/team',
		{
			host: 'db.example',
			port: 6432,
			socketFolder: undefined,
			user: 'ann',
			password: 'p@ss',
			database: 'team',
			tls: {ca: undefined},
			shown: 'ann@db.example:6432/team',
		},
	],
	[
		'postgresql://ann@db.example/team?sslmode=require',
		{port: 5432, tls: {ca: undefined}, shown: 'ann@db.example/team'},
	],
	[
		`postgres://ann@db.example/team?sslrootcert=${ca}&options=--cluster%3Dx`,
		{tls: {ca: containing('BEGIN CERTIFICATE')}, options: '--cluster=x'},
	],
	// What does not leave this machine needs no TLS.
	['postgres://ann@localhost/team', {tls: undefined}],
	['postgres://ann@[::1]:1/team?sslmode=disable', {host: '::1', tls: undefined}],
	['postgres://ann@127.0.0.1/team?sslmode=verify-full', {tls: {ca: undefined}}],
	[
		'postgres://ann:x@localhost/team?host=/run/postgresql',
		{socketFolder: '/run/postgresql', tls: undefined, shown: 'ann@/run/postgresql/team'},
	],
])('%s is read', (url, expected) => {
	expect(readBoardUrl(url)).toMatchObject(expected);
});

test.each([
	['https://ann:hunter22@db.example/team', 'is no URL like postgres:'],
	['postgres://ann:hunter22/2@db.example/team', 'is no URL like postgres:'],
	['postgres://ann:hunter22%@db.example/team', 'has a % that is not followed by two digits'],
	['postgres://ann:hunter22@db.example', 'must name a user and a database'],
	['postgres://:hunter22@db.example/team', 'must name a user and a database'],
	['postgres://ann:hunter22@db.example/team?host=other.example', 'must name a host'],
	['postgres://ann:hunter22@db.example/team?sslmode=disable', 'always uses TLS'],
	['postgres://ann:hunter22@db.example/team?sslmode=prefer', 'always uses TLS'],
	['postgres://ann:hunter22@db.example/team?sslrootcert=/no/such/file', 'that cannot be read: /no/such/file (ENOENT)'],
	['postgres://ann:hunter22@db.example/team?channel_binding=require', 'not supported here: channel_binding'],
])('%s is refused, and its password is not repeated', (url, problem) => {
	const result = readBoardUrl(url) as string;
	expect(result).toContain(problem);
	expect(result).not.toContain('hunter22');
});
