import {afterEach, expect, test, vi} from 'vitest';
import {keySource} from '../../source/account/key-source.ts';

const key = 'canary-key-of-source';

afterEach(() => {
	vi.unstubAllEnvs();
});

test('a variable or a command that gives the key is saved instead of it', async () => {
	vi.stubEnv('MY_KEY', key);
	expect(await keySource('$MY_KEY', key)).toEqual({apiKeyEnv: 'MY_KEY'});
	expect(await keySource(`echo  ${key}`, key)).toEqual({apiKeyCommand: ['echo', key]});
	expect(await keySource('', key)).toEqual({apiKey: key});
});

test('one that gives another key, or none, is refused', async () => {
	await expect(keySource('$MY_KEY', key)).rejects.toThrow('MY_KEY is not set');
	await expect(keySource('echo another', key)).rejects.toThrow('another API key');
	await expect(keySource('chainbell-no-such-command', key)).rejects.toThrow('was not found');
});
