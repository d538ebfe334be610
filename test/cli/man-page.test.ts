import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {commands} from '../../source/cli/commands.ts';
import {longForm} from '../../source/cli/command-line.ts';
import {manPage, roffText} from '../../source/cli/help.ts';
import {runCommand} from '../helpers/command.ts';

test('man/chainbell.1 matches the command table (npm run docs writes it), and chainbell man prints it', async () => {
	const page = await readFile(new URL('../../man/chainbell.1', import.meta.url), 'utf8');
	expect(page).toBe(await manPage(commands));
	expect(await runCommand('man', {home: '/nowhere'})).toMatchObject({exitCode: 0, stdout: page});
});

test('it is ASCII, every line that begins with a dot is a macro, and it names every command and option', async () => {
	const page = await manPage(commands);
	expect(page).toMatch(/^[\n -~]+$/v);
	const macros = new Set(page.matchAll(/^[.'](?<macro>\S*)/gmv).map(({groups}) => groups!.macro));
	expect(macros).toEqual(new Set(['PP', 'SH', 'SS', 'TH', 'TP', 'br', 'fi', 'nf']));
	for (const {name, options} of commands) {
		expect(page).toContain(`chainbell ${roffText(name)}`.trimEnd());
		for (const key of Object.keys(options)) {
			expect(page).toContain(roffText(longForm(key)));
		}
	}
});

test.each([
	['.nf', String.raw`\&.nf`],
	['a\n.b', 'a\n\\&.b'],
	["'x'", String.raw`\(aqx\(aq`],
	[String.raw`\fB-n`, String.raw`\efB\-n`],
	['… ^~`', String.raw`\[u2026] \(ha\(ti\(ga`],
	['😀', String.raw`\[u1F600]`],
])('%j stays text in roff', (text, expected) => {
	expect(roffText(text)).toBe(expected);
});
