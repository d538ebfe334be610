import process from 'node:process';
import {afterEach, expect, test, vi} from 'vitest';
import {childEnvironment} from '../../source/config/environment.ts';
import {editInEditor} from '../../source/terminal/editor.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';

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
