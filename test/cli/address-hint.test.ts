import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {temporaryFolder} from '../helpers/app.tsx';
import {environmentOf, runCommand, type CommandOptions} from '../helpers/command.ts';
import {containing} from '../helpers/texts.ts';

/** Nothing listens there. */
const baseUrl = 'http://127.0.0.1:1/';

const run = async (argv: readonly string[], change: Partial<CommandOptions> = {}) => {
	await using home = await temporaryFolder();
	await writeFile(
		path.join(home.path, 'config.yaml'),
		`profiles:\n  prod:\n    baseUrl: ${baseUrl}\n    apiKey: key-for-the-test\n`,
		{mode: 0o600},
	);
	return await runCommand(argv, {home: home.path, clock: {...systemClock, sleep: async () => undefined}, ...change});
};

test.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
	['the environment', [], environmentOf({baseUrl}), 'Check CHAINBELL_BASE_URL (http://127.0.0.1:1/).'],
	[
		'an option, before the environment',
		['--base-url', baseUrl],
		environmentOf({baseUrl: 'http://127.0.0.1:2/'}),
		'Check --base-url (http://127.0.0.1:1/).',
	],
	['the only profile', [], {}, 'Check the base URL of profile prod in config.yaml (http://127.0.0.1:1/).'],
	[
		'a profile by its name, before the environment',
		['--profile', 'prod'],
		environmentOf({baseUrl}),
		'Check the base URL of profile prod in config.yaml (http://127.0.0.1:1/).',
	],
	[
		'a profile of the environment',
		[],
		{CHAINBELL_PROFILE: 'prod'},
		'Check the base URL of profile prod in config.yaml (http://127.0.0.1:1/).',
	],
])('a service that cannot be reached: the base URL from %s is named', async (_case, options, env, hint) => {
	const {exitCode, errors} = await run(['list', ...options], {env});
	expect([exitCode, errors.at(-1)]).toStrictEqual([7, `${hint} Check your network.`]);
	expect(await run(['delete', '1', '--yes', '--json', ...options], {env})).toMatchObject({
		exitCode: 7,
		stderr: containing(`"hint":"Nothing was sent. ${hint} Check your network."`),
	});
});
