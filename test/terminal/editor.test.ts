import process from 'node:process';
import {expect, test, afterEach, vi} from 'vitest';
import {editInEditor, shellQuote} from '../../source/terminal/editor.ts';
import {execFileSync} from 'node:child_process';
import {childEnvironment} from '../../source/config/environment.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';

const writing = (length: number) => String.raw`head -c ${length} /dev/zero | tr '\0' a >`;

test('a text of up to 100 kB is taken over, a longer one is refused', async () => {
	expect(await editInEditor('x', writing(100_000), process.env)).toEqual({ok: true, text: 'a'.repeat(100_000)});
	expect(await editInEditor('x', writing(2_000_000), process.env)).toEqual({
		ok: false,
		problem: 'The edited text cannot be used: it is larger than 100 kB',
	});
});

test('the file has the name that says its syntax', async () => {
	expect(await editInEditor('x', 'basename >"$1" "$1"; :', process.env, 'notifications.yaml')).toEqual({
		ok: true,
		text: 'notifications.yaml',
	});
});

test.each(['', 'plain', 'two words', "it's 'quoted'", '$HOME `id` "x" \\ \n !'])(
	'a shell reads %j back as one word',
	text => {
		expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], {encoding: 'utf8'})).toBe(text);
	},
);

const key = 'canary-key-editor-51';

afterEach(() => {
	vi.unstubAllEnvs();
});

/** An editor that replaces the text by its own environment. */
const printEnvironment = `'${process.execPath}' -e 'require("node:fs").writeFileSync(process.argv[1], JSON.stringify(process.env))'`;

test('an editor gets the environment, but no API key', async () => {
	vi.stubEnv('CHAINBELL_API_KEY', 'another-key-of-the-operator');
	vi.stubEnv('AUDIT_KEY', key);
	vi.stubEnv('AUDIT_HEADER', `Bearer ${key}`);
	vi.stubEnv('EDITOR_SETTING', 'kept');
	keepSecret(key);
	const edited = await editInEditor('text', printEnvironment, childEnvironment());
	const inherited = JSON.parse(edited.ok ? edited.text : '{}') as Record<string, string>;
	expect(inherited).toMatchObject({EDITOR_SETTING: 'kept', PATH: process.env.PATH});
	expect(Object.keys(inherited)).not.toContain('CHAINBELL_API_KEY');
	expect(JSON.stringify(inherited)).not.toContain(key);
});
