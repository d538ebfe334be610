import {environmentWith} from '../helpers/environment.ts';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {createServices, type ServicesOptions} from '../../source/account/services.ts';
import {stillClock} from '../helpers/app.tsx';
import {temporaryDirectory} from '../ledger/ledgers.ts';
import {containing, matching} from '../helpers/texts.ts';

const environment = environmentWith();

/** Services on a config.yaml with this text. */
function setUp(
	text: string | undefined,
	{isReadOnly = false, ...request}: Partial<ServicesOptions['profile'] & object> = {},
) {
	const directory = temporaryDirectory();
	const configFile = path.join(directory, 'config.yaml');
	if (text !== undefined) {
		writeFileSync(configFile, text, {mode: 0o600});
	}

	const {services, close} = createServices({
		clock: stillClock,
		isReadOnly,
		profile: {environment, configFile, isReadOnly, ...request},
		configFile,
		sandboxFile: path.join(directory, 'sandbox'),
		ledgerFile: path.join(directory, 'ledger.sqlite'),
		editor: 'false',
		timeout: 1000,
	});
	onTestFinished(close);
	return {services, directory, configFile};
}

const profiles = (settings: string) => `profiles:\n  work: {baseUrl: "https://api.example.com/", ${settings}}\n`;

test('where a profile cannot be opened it says why, with what is known of it', async () => {
	const missing = setUp(profiles('apiKeyEnv: MY_KEY'));
	expect(await missing.services.open()).toMatchObject({
		state: 'asking',
		problem: containing('MY_KEY is not set'),
		isKeyMissing: true,
	});
	const addressed = setUp(undefined, {baseUrl: 'https://api.example.com/'});
	expect(await addressed.services.open()).toEqual({
		state: 'asking',
		problem: 'CHAINBELL_API_KEY is not set',
		baseUrl: 'https://api.example.com/',
		isKeyMissing: true,
	});
	const spaced = setUp(profiles('apiKey: "a b"'));
	expect(await spaced.services.open()).toMatchObject({
		state: 'asking',
		problem: matching(/^Profile work: /v),
		isKeyMissing: true,
	});
	const typed = setUp(undefined, {baseUrl: '127.0.0.1:4530', environment: {...environment, apiKey: 'key'}});
	expect(await typed.services.open()).toMatchObject({
		problem: matching(/^127\.0\.0\.1:4530: Enter the full base URL/v),
	});
});

test.each([
	['of one that is not', 'apiKeyEnv: MY_KEY', false, false],
	['of a read-only profile whose key is missing', 'apiKeyEnv: MY_KEY, readOnly: true', false, true],
	['of a read-only profile whose key cannot be one', 'apiKey: "a b", readOnly: true', false, true],
	['with --read-only', 'apiKeyEnv: MY_KEY', true, true],
])(
	'an account that is connected instead %s is read-only: %s, %s → %s',
	async (...[, settings, isReadOnly, expected]) => {
		const {services} = setUp(profiles(settings), {isReadOnly});
		expect(await services.open()).toMatchObject({state: 'asking'});
		expect(services.connect('https://other.example.com/', 'canary-key-of-services')).toMatchObject({
			session: {profile: {name: 'other.example.com', isReadOnly: expected, isSandbox: false}},
		});
		expect(services.connect('nowhere', 'canary-key-of-services')).toMatchObject({ok: false, field: 'baseUrl'});
	},
);
