import {expect, test} from 'vitest';
import {acceptedText} from '../../source/changes/say.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';

test('what an answer names is a claim: it is accepted, and not created', () => {
	expect(acceptedText({id: '7', wasListed: false})).toBe('Accepted as ID 7');
	expect(acceptedText({id: '7', wasListed: true})).toBe('Accepted as ID 7, which was listed before');
	expect(acceptedText({id: undefined, wasListed: false})).toBe('Accepted without an ID');
});

test('a hostile ID neither reaches the terminal nor fills the screen, and shows no API key', () => {
	keepSecret('accepted-text-key');
	expect(acceptedText({id: '\u{1B}]0;title\u{7}7\n8\u{202E}', wasListed: false})).toBe(
		'Accepted as ID ␛]0;title␇7␊8<U+202E>',
	);
	expect(acceptedText({id: 'accepted-text-key', wasListed: false})).toBe('Accepted as ID [API key]');
	expect(acceptedText({id: 'x'.repeat(1_000_000), wasListed: false}).length).toBeLessThan(100);
});
