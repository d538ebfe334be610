import {expect, test} from 'vitest';
import {keyRemedy} from '../../source/config/profile.ts';

test.each([
	[{apiKeyEnv: 'PROD_KEY'}, 'Correct the environment variable PROD_KEY, from which profile prod takes its API key.'],
	[
		{apiKeyCommand: ['/usr/bin/pass', 'show', 'confidential']},
		'Check what pass prints (apiKeyCommand of profile prod), then try again: the command is run once more.',
	],
	[{}, 'Correct apiKey of profile prod in config.yaml.'],
])('%j', (settings, remedy) => {
	expect(keyRemedy('prod', settings)).toBe(remedy);
});
