import {expect, test} from 'vitest';
import {showKeyCommand} from '../../source/cli/account.ts';
import {systemHost} from '../../source/cli/command-host.ts';

test('a key command that is awaited is shown on one line, which is erased at the end', () => {
	const written: string[] = [];
	const environment = {...systemHost.environment(), get: () => 'xterm'};
	const show = showKeyCommand({
		host: {...systemHost, errorColumns: () => 60, environment: () => environment},
		writeError(text) {
			written.push(text);
		},
	});
	show({command: 'pass', seconds: 0, limit: 30, said: ''});
	show({command: 'pass', seconds: 1, limit: 30, said: 'touch the key, which is in the drawer'});
	show(undefined);
	show(undefined);
	expect(written).toEqual([
		'\r\u{1B}[KWaiting for the API key from pass: 0 s of at most 30 s',
		'\r\u{1B}[KWaiting for the API key from pass: 1 s of at most 30 s · t…',
		'\r\u{1B}[K',
	]);
});
