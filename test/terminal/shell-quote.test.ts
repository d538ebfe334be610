import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {shellQuote} from '../../source/terminal/editor.ts';

test.each(['', 'plain', 'two words', "it's 'quoted'", '$HOME `id` "x" \\ \n !'])(
	'a shell reads %j back as one word',
	text => {
		expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], {encoding: 'utf8'})).toBe(text);
	},
);
