import {expect, test, vi} from 'vitest';
import {readArguments} from '../source/arguments.ts';

test.each([
	[['--sandbox', '--read-only'], {command: 'open', isSandbox: true, isReadOnly: true}],
	[['--profile', 'audit', '--timeout', '1.0005'], {command: 'open', profile: 'audit', timeout: 1001}],
	[['--base-url', 'https://api.example.com/'], {command: 'open', baseUrl: 'https://api.example.com/'}],
	[['sandbox', '--port', '0', '--samples', '3', '--file', 'x'], {command: 'sandbox', port: 0, samples: 3, file: 'x'}],
])('%j', (argv, expected) => {
	expect(readArguments(argv)).toMatchObject(expected);
});

test.each([
	[['--timeout', '0'], 'seconds'],
	[['--timeout', '-1'], 'seconds'],
	[['--timeout', '0.0001'], 'seconds'],
	[['--timeout', '99999999999'], 'seconds'],
	[['--timeout', 'soon'], 'seconds'],
	[['sandbox', '--port', '65536'], 'whole numbers'],
	[['sandbox', '--samples', '1.5'], 'whole numbers'],
	[['sandbox', '--profile', 'x'], 'does not belong'],
	[['--samples', '1'], 'does not belong'],
	[['--profile', 'a', '--base-url', 'https://b/'], 'two services'],
	[['--nonsense'], 'no option nonsense'],
	[['delete'], 'no command delete'],
	[['sandbox', 'more'], 'no command'],
])('%j is refused: %s', (argv, said) => {
	const printed = vi.spyOn(console, 'error').mockReturnValue();
	expect(readArguments(argv)).toEqual({command: 'said', exitCode: 2});
	expect(printed.mock.calls.flat().join(' ')).toContain(said);
	printed.mockRestore();
});
