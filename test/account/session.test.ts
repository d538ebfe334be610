import {expect, test} from 'vitest';
import {placeOf} from '../../source/account/session.ts';

const connection = {baseUrl: 'https://api.example.com/', apiKey: '', timeout: 1};
const named = (name: string, isSandbox = false) =>
	placeOf({
		connection,
		profile: {
			name,
			isSandbox,
			isReadOnly: false,
			baseUrl: connection.baseUrl,
			apiKey: '',
			hasColour: false,
		},
	});

test('an account is named by its profile and host, and by the host alone where both are the same', () => {
	expect(named('prod')).toBe('prod (api.example.com)');
	expect(named('api.example.com')).toBe('api.example.com');
	expect(named('prod\u{9B}')).not.toContain('\u{9B}');
	expect(named('sandbox', true)).toBe('SANDBOX');
});
