import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {sanitise, sanitiseLines, shownValue} from '../../source/terminal/sanitise.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {anyText} from '../helpers/any-text.ts';

test.each([
	['a colour', '\u{1B}[31mred\u{1B}[0m', '␛[31mred␛[0m'],
	[
		'a link (OSC 8)',
		'\u{1B}]8;;https://evil.example\u{1B}\\bank\u{1B}]8;;\u{1B}\\',
		'␛]8;;https://evil.example␛\\bank␛]8;;␛\\',
	],
	['an OSC that never ends', 'before\u{1B}]52;c;after', 'before␛]52;c;after'],
	['a device control string', '\u{1B}P1$r\u{1B}\\', '␛P1$r␛\\'],
	['line ends', 'a\r\nb\nc\rd', 'a␍␊b␊c␍d'],
	['a tab', 'a\tb', 'a␉b'],
	['CSI in one byte (C1)', '\u{9B}31mred', '<U+009B>31mred'],
	['next line (C1)', 'a\u{85}b', 'a<U+0085>b'],
	['a bidi override', 'a\u{202E}gpj.exe', 'a<U+202E>gpj.exe'],
	['bidi marks', '\u{200E}\u{200F}\u{61C}', '<U+200E><U+200F><U+061C>'],
	['line and paragraph separators', 'a\u{2028}b\u{2029}c', 'a<U+2028>b<U+2029>c'],
	['tag characters', 'a\u{E0041}\u{E007F}', 'a<U+E0041><U+E007F>'],
	['a joiner between letters', 'a\u{200D}b', 'a<U+200D>b'],
	['a joiner behind an emoji', '👩\u{200D}', '👩<U+200D>'],
	['a word joiner', 'a\u{2060}b', 'a<U+2060>b'],
	['lone surrogates', 'a\u{D83D}b\u{DE00}', 'a<U+D83D>b<U+DE00>'],
	['the variation selectors supplement', 'a\u{E0100}', 'a<U+E0100>'],
	['an emoji selector behind a letter', 'ops\u{FE0F}', 'ops<U+FE0F>'],
	['a second emoji selector', '✈\u{FE0F}\u{FE0F}', '✈\u{FE0F}<U+FE0F>'],
	['Hangul fillers', '\u{115F}\u{1160}\u{3164}\u{FFA0}', '<U+115F><U+1160><U+3164><U+FFA0>'],
	['a character that is not assigned', '\u{378}', '<U+0378>'],
	['a pile of combining marks', `e${'\u{301}'.repeat(20)}x`, 'e\u{301}\u{301}\u{301}\u{301}<16 marks>x'],
	[
		'a pile of marks beyond the first plane',
		`e${'\u{1D167}'.repeat(6)}`,
		'e\u{1D167}\u{1D167}\u{1D167}\u{1D167}<2 marks>',
	],
])('characters that a terminal would interpret, hide or reorder become a visible mark: %s', (_name, raw, shown) => {
	expect(sanitise(raw)).toBe(shown);
});

describe('ordinary text is unchanged', () => {
	test.each(['', ' ', 'é', 'e\u{301}', '入金のお知らせ', 'हिन्दी', 'العربية', 'Tiếng Việt', '“quoted” – …'])(
		'%j',
		text => {
			expect(sanitise(text)).toBe(text);
		},
	);

	test.each(['👩‍👩‍👧‍👦', '👍🏽', '🇩🇪', '✈️', '1️⃣', '❤️‍🔥', '🏳️‍🌈', '👩🏻‍🤝‍👩🏿'])('%j', emoji => {
		expect(sanitise(`${emoji}${emoji} a${emoji}`)).toBe(`${emoji}${emoji} a${emoji}`);
	});
});

test('sanitiseLines keeps line breaks and replaces tabs with spaces', () => {
	expect(sanitiseLines('a\tb\r\nc\rd\n\u{1B}[31m\u{2028}')).toBe('a  b\nc␍d\n␛[31m<U+2028>');
});

/** Anything a JSON string can hold, hostile characters more often than by chance. */
const hostileText = fc.oneof(
	fc.string({unit: 'grapheme'}),
	anyText(),
	fc
		.array(
			fc.oneof(
				fc.nat(0xff_ff),
				fc.constantFrom(0x1b, 0x9b, 0x20_0d, 0xfe_0f, 0x3_01, 0x20_2e, 0xd8_3d, 0xdc_69, 0x1_f4_69, 0x1_f3_fd, 0x31),
			),
		)
		.map(codes => String.fromCodePoint(...codes)),
);

const harmful = /[\p{Bidi_Control}\p{Control}\p{Surrogate}\u{2028}\u{2029}]/v;

test('the result contains no harmful character, and sanitising again changes nothing', () => {
	fc.assert(
		fc.property(hostileText, text => {
			const shown = sanitise(text);
			expect(shown).not.toMatch(harmful);
			expect(sanitise(shown)).toBe(shown);
		}),
	);
});

test.each([
	['a family and the longest emoji stay', '👩‍👩‍👧‍👦🧑🏻‍❤️‍💋‍🧑🏿 क्ष्म्य', '👩‍👩‍👧‍👦🧑🏻‍❤️‍💋‍🧑🏿 क्ष्म्य'],
	[
		'a longer chain of emoji is cut',
		Array.from({length: 20}, () => '👩').join('\u{200D}'),
		'👩\u{200D}👩\u{200D}👩\u{200D}👩\u{200D}👩<30 code points>',
	],
	['a longer chain of consonants is cut', 'क\u{94D}'.repeat(20), `${'क\u{94D}'.repeat(5)}<30 code points>`],
	['a skin tone alone is named', 'a 🏽', 'a <U+1F3FD>'],
	['a letter that waits for the next is named', '\u{D4E} a', '<U+0D4E> a'],
])('%s', (_what, text, shown) => {
	expect(sanitise(text)).toBe(shown);
});

test.each(['a', '👩‍👩‍👧', '\u{301}'])(
	'of 20 million characters %j the beginning is shown, and how many are left out',
	character => {
		const text = character.repeat(20_000_000 / character.length);
		const shown = sanitise(text);
		expect(shown.length).toBeLessThan(100_000);
		expect(shown.endsWith(`… <${(text.length - 10_000).toLocaleString('en')} more characters>`)).toBe(true);
	},
);

test('a secret at the place where a text is cut is hidden as a whole', () => {
	keepSecret('canary-key-of-the-cut');
	for (let before = 9975; before < 10_001; before++) {
		expect(sanitise(`${'x'.repeat(before)}canary-key-of-the-cut${'x'.repeat(100)}`)).not.toContain('canary');
	}
});

test.each([
	['', 'none'],
	['Treasury', 'Treasury'],
	['a\u{1B}[2Jb\n', 'a␛[2Jb␊'],
])('the value %j beside the name of its field is shown as %j', (text, shown) => {
	expect(shownValue(text)).toBe(shown);
});
