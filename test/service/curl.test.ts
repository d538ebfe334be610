import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {toCurl, toShell, curlOf} from '../../source/service/curl.ts';
import fc from 'fast-check';
import {toCreateBody} from '../../source/service/body.ts';
import {emptyDraft, toInput} from '../../source/notification/fields.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import {anyText} from '../helpers/any-text.ts';
import {Buffer} from 'node:buffer';
import {createRequestLog} from '../../source/service/request-log.ts';

/** The arguments that a shell gives to curl. */
const argumentsOf = (command: string) =>
	execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
		env: {CHAINBELL_API_KEY: 'k e y'},
		encoding: 'utf8',
	});

const body = {
	external_user_id: "it's '''''''' \"quoted\" $HOME `id` \\ 入金のお知らせ",
	template: `${'a long text '.repeat(30)}\nsecond line`,
};

test('the command has the body as it is, whatever a shell makes of its signs', () => {
	const args = argumentsOf(toCurl('https://api.example.com/a/', body)).split('\0');
	expect(args[0]).toBe('https://api.example.com/a/api/v1/service/notifications/');
	expect(args[2]).toBe('Authorization: Bearer k e y');
	expect(JSON.parse(args[6]!)).toEqual(body);
});

/** A text of what shells, terminals and `printf` treat in their own way. */
const hostileText = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				"'",
				'"',
				'$',
				'`',
				'\\',
				'\n',
				'\t',
				'\r',
				'\u{1B}[31m',
				'\u{9B}',
				'\u{202E}',
				'%s',
				'%',
				'!',
				'*',
				'~',
				'=',
				'-',
				'#',
				' ',
				'$(id)',
				'$HOME',
				'END',
				'\nEND\n',
				String.raw`\n`,
				'é',
				'😀',
				'\u{7F}',
			),
			anyText({maxLength: 3}),
		),
		{maxLength: 8},
	)
	.map(parts => parts.join('').replaceAll('\0', ''));

const inputOf = (text: string): NotificationInput =>
	toInput({...emptyDraft, userId: 'u', channel: 'EMAIL', template: text});

/** The program of a script that prints its arguments and its standard input, each with a NUL behind it. */
const program = String.raw`chainbell() { printf '%s\0' $# "$@"; if [ "$1" = create ]; then cat; fi; printf '\0'; }`;

test('a shell reads back every argument and every body, whatever they contain', () => {
	const commands = fc
		.sample(
			fc.record({
				words: fc.array(hostileText, {maxLength: 4}),
				bodies: fc.option(
					fc.array(
						hostileText.map(text => inputOf(text)),
						{minLength: 1, maxLength: 3},
					),
					{nil: undefined},
				),
			}),
			150,
		)
		.map(({words, bodies}) =>
			bodies === undefined ? {words: ['edit', ...words]} : {words: ['create', ...words], bodies},
		);
	const script = [program, ...commands.map(command => toShell(command))].join('\n');
	const printed = execFileSync('sh', {input: script, encoding: 'utf8'}).split('\0');
	for (const command of commands) {
		const count = Number(printed.shift());
		expect(printed.splice(0, count)).toEqual(command.words);
		const bodies = printed
			.shift()!
			.split('\n')
			.slice(0, -1)
			.map(line => JSON.parse(line) as unknown);
		expect(bodies).toEqual('bodies' in command ? command.bodies.map(input => toCreateBody(input)) : []);
	}

	expect(printed).toEqual(['']);
});

test('nothing in it is interpreted, hidden or reordered by a terminal', () => {
	fc.assert(
		fc.property(hostileText, text => {
			expect(toShell({words: ['edit', text], bodies: [inputOf(text)]}).replaceAll(/[\n\t]/gv, '')).not.toMatch(
				/[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}]/v,
			);
		}),
	);
});

test('plain words stand without quotes', () => {
	expect(toShell({words: ['edit', '--set', 'to=a@b.example', '=x', "it's", '']})).toBe(
		String.raw`chainbell edit --set to=a@b.example '=x' 'it'\''s' ''`,
	);
	expect(toShell({words: ['edit', 'name=a\u{1B}[1m50%\n']})).toBe(
		"chainbell edit \"$(printf 'name=a\\033[1m50%%')\"'\n'",
	);
});

const request = {method: 'GET', url: 'http://127.0.0.1:1/a', body: undefined} as const;

async function* chunks(count: number) {
	for (let index = 0; index < count; index++) {
		yield Buffer.from('x'.repeat(1000));
	}
}

test('the last 200 requests are kept, and of a body only the start', async () => {
	let time = 0;
	const log = createRequestLog(() => time);
	const watch = log.begin(request);
	expect(log.get()[0]).toMatchObject({duration: undefined, status: undefined});
	watch.responded(200, {});
	let length = 0;
	for await (const chunk of watch.read(chunks(10))) {
		length += chunk.length;
	}

	time = 7;
	watch.ended();
	expect(length).toBe(10_000);
	expect(log.get()).toMatchObject([
		{number: 1, status: 200, duration: 7, bytes: 10_000, start: 'x'.repeat(4096), retries: 0},
	]);
	for (let count = 0; count < 300; count++) {
		log.begin(request).ended('The connection was closed.');
	}

	expect(log.get()).toHaveLength(200);
	expect(log.get().at(-1)).toMatchObject({number: 301, problem: 'The connection was closed.', retries: 299});
	// What was dropped is not noted any more.
	watch.ended('late');
	expect(log.get().some(({problem}) => problem === 'late')).toBe(false);
});

test('a request is repeated as a curl command, with any body', () => {
	expect(curlOf(request)).toBe('curl \'http://127.0.0.1:1/a\' \\\n  -H "Authorization: Bearer $CHAINBELL_API_KEY"');
	expect(curlOf({...request, method: 'POST', body: '{"a":"it\'s"}'})).toContain(
		String.raw`--data-raw '{"a":"it'\''s"}'`,
	);
});
