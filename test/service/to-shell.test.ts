import {execFileSync} from 'node:child_process';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {toCreateBody} from '../../source/service/body.ts';
import {toShell} from '../../source/service/curl.ts';
import {emptyDraft, toInput} from '../../source/notification/fields.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import {anyText} from '../helpers/any-text.ts';

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
