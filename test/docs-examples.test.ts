import {globSync, readFileSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {commands} from '../source/cli/commands.ts';
import {parseCommandLine} from '../source/cli/command-line.ts';
import {readProfileFile} from '../source/config/profile-file.ts';
import {createRuleStore, createSettingsStore} from '../source/account/settings.ts';
import {configureKeys} from '../source/tui/keys/configured-keys.ts';
import {temporaryFolder} from './helpers/app.tsx';

const root = path.dirname(import.meta.dirname);
const read = (page: string) => readFileSync(path.join(root, page), 'utf8');

/** All but the page with the usage lines of all commands. */
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', {cwd: root})].filter(
	page => page !== 'docs/commands.md',
);

/** The command lines that a page shows in backticks and in blocks for a shell. */
function linesOf(page: string): string[] {
	const text = read(page);
	const quoted = text.matchAll(/`(?<line>[^`\n]+)`/gv).map(({groups}) => groups!.line!);
	const blocks = text.matchAll(/^```sh\n(?<lines>.*?)^```$/gmsv).flatMap(({groups}) => groups!.lines!.split('\n'));
	return [...quoted, ...blocks].filter(line => /^(?:chainbell|node dist\/cli\.cjs)(?: |$)/v.test(line));
}

/** The arguments of a command line, without quotes, comment, redirection and pipe. */
const argumentsOf = (line: string): string[] =>
	line
		.replace(/ +[#<>\|].*$/v, '')
		.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/gv)!
		.map(text => text.replaceAll(/["']/gv, ''))
		.slice(line.startsWith('node') ? 2 : 1);

/** Among them is a name for several commands: `chainbell profile`. */
const examples = new Set([
	...pages.flatMap(page => linesOf(page)),
	...commands.flatMap(command => Object.keys(command.examples)).filter(line => line.startsWith('chainbell')),
]);

test.each([...examples].filter(line => line !== 'chainbell profile'))('%s is a command line', async line => {
	await expect(parseCommandLine(argumentsOf(line), commands)).resolves.toBeDefined();
});

test.each(['README.md', 'docs/configuration.md'])('every setting in the examples of %s is one', async page => {
	const blocks = read(page)
		.matchAll(/^```yaml\n(?<text>.*?)^```$/gmsv)
		.map(({groups}) => groups!.text!)
		.toArray();
	expect(blocks.length).toBeGreaterThan(0);
	await using folder = await temporaryFolder();
	for (const [index, block] of blocks.entries()) {
		const file = path.join(folder.path, String(index), 'config.yaml');
		await mkdir(path.dirname(file), {mode: 0o700});
		await writeFile(file, block, {mode: 0o600});
		expect(await readProfileFile(file)).toMatchObject({ok: true});
		expect(await createRuleStore(file, undefined).load()).toMatchObject({problems: []});
		const store = createSettingsStore(file);
		await store.load();
		expect(store.get().problems).toEqual([]);
		expect(configureKeys(store.get()).problems).toEqual([]);
	}
});
