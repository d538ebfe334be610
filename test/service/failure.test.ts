import {expect, test} from 'vitest';
import {failureSentence, failureText, isKeyRefusal, serviceWords, type Failure} from '../../source/service/failure.ts';

const failure = (change: Partial<Failure> = {}): Failure => ({
	kind: 'invalid',
	outcome: 'rejected',
	summary: 'The service refused it (400).',
	nextStep: '',
	...change,
});

const issues: NonNullable<Failure['issues']> = [
	{path: [], message: ' No more of these. '},
	{path: ['event_details', 'filters', 0], message: 'is bad'},
	{path: ['channel'], message: ' '},
];

test('what the service says is its message, then what is wrong with each field', () => {
	expect(serviceWords(failure())).toBe('');
	expect(serviceWords(failure({serverMessage: 'No.'}))).toBe('No.');
	expect(serviceWords(failure({issues}))).toBe('No more of these. event_details.filters.0: is bad channel');
	expect(serviceWords(failure({serverMessage: 'No.', issues}))).toBe(
		'No. No more of these. event_details.filters.0: is bad channel',
	);
});

test('of that, up to 1,000 characters are said', () => {
	expect(serviceWords(failure({serverMessage: 'a'.repeat(1000)}))).toBe('a'.repeat(1000));
	expect(serviceWords(failure({serverMessage: 'a'.repeat(1001)}))).toBe(`${'a'.repeat(1000)}…`);
});

test('a failure in sentences', () => {
	expect(failureText(failure())).toBe('The service refused it (400).');
	expect(failureText(failure({serverMessage: 'No.'}))).toBe('The service refused it (400). The service said: "No."');
});

test('only where the service refuses the API key, what it says is part of what happened', () => {
	for (const kind of ['unauthorized', 'forbidden'] as const) {
		expect(isKeyRefusal(failure({kind}))).toBe(true);
		expect(failureSentence(failure({kind, serverMessage: 'No.'}))).toBe(
			'The service refused it (400). The service said: "No."',
		);
	}

	expect(isKeyRefusal(failure())).toBe(false);
	expect(isKeyRefusal(undefined)).toBe(false);
	expect(failureSentence(failure({serverMessage: 'No.'}))).toBe('The service refused it (400).');
});
