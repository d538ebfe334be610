import {afterEach, expect, test, vi} from 'vitest';
import {readEnvironment} from '../../source/config/environment.ts';

const names = [
	'CHAINBELL_BASE_URL',
	'CHAINBELL_API_KEY',
	'CHAINBELL_PROFILE',
	'NO_COLOR',
	'VISUAL',
	'EDITOR',
	'MY_KEY',
];

/** The environment with only these of its variables set. */
function read(variables: Readonly<Record<string, string>>) {
	for (const name of names) {
		vi.stubEnv(name, variables[name]);
	}

	return readEnvironment();
}

afterEach(() => {
	vi.unstubAllEnvs();
});

test('reads every variable', () => {
	expect(
		read({
			CHAINBELL_BASE_URL: 'https://a',
			CHAINBELL_API_KEY: 'k',
			CHAINBELL_PROFILE: 'prod',
			NO_COLOR: '1',
			VISUAL: 'code -w',
			EDITOR: 'vi',
		}),
	).toMatchObject({
		baseUrl: 'https://a',
		apiKey: 'k',
		profile: 'prod',
		noColour: true,
		editor: 'code -w',
	});
});

test.each([
	['nothing is set', {}],
	['all is empty', Object.fromEntries(names.map(name => [name, '']))],
])('where %s everything is undefined', (_name, variables) => {
	expect(read(variables)).toMatchObject({
		baseUrl: undefined,
		apiKey: undefined,
		profile: undefined,
		noColour: false,
		editor: undefined,
	});
	expect(read(variables).get('MY_KEY')).toBeUndefined();
});

test('the editor is $EDITOR without $VISUAL', () => {
	expect(read({EDITOR: 'vi'}).editor).toBe('vi');
	expect(read({VISUAL: '', EDITOR: 'vi'}).editor).toBe('vi');
});
