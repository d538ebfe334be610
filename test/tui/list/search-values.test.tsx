import {expect, test} from 'vitest';
import {checkQuery} from '../../../source/query/parse.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {fittingValues, grammarParts, searchGrammar} from '../../../source/tui/list/list-screen.tsx';
import {startApp} from '../../helpers/app.tsx';
import {matching} from '../../helpers/texts.ts';

test('what the empty line offers is understood by the search, and as much is shown as fits', () => {
	for (const part of grammarParts) {
		expect(checkQuery(part)).not.toMatchObject({ok: false});
	}

	expect(searchGrammar(76)).toBe(grammarParts.join('  '));
	expect(searchGrammar(36)).toBe('words  user:=exact  channel:  to:');
});

test('values are shown as far as they fit, and the first one is cut if it does not', () => {
	const values = ['user-42', 'two\u{1B}[31m words', 'x'.repeat(60)].map((value, index) => ({
		value,
		lower: value,
		count: 2000 - index,
	}));
	expect(fittingValues(values, 14)).toEqual([{value: 'user-42', count: '×2,000'}]);
	expect(fittingValues(values, 9)).toEqual([{value: 'u…', count: '×2,000'}]);
	const all = fittingValues(values, 200);
	expect(all.map(({value}) => value).join('')).not.toContain('\u{1B}');
	expect(widthOf(all[2]!.value)).toBe(42);
});

test('values that are cut keep their ends, which tell them apart', () => {
	const values = ['payments', 'risk'].map(team => ({
		value: `tenant/acme/eu-west-1/${'team-'.repeat(8)}${team}/user-1`,
		lower: '',
		count: 3,
	}));
	const shown = fittingValues(values, 100).map(({value}) => value);
	expect(shown).toEqual([matching(/^tenant\/acme.*payments\/user-1$/v), matching(/^tenant\/acme.*risk\/user-1$/v)]);
});

test.each(['40x10', '80x24'])(
	'the values of a field stand below the search with their counts, and tab completes the first, at %s',
	async size => {
		await using app = await startApp({size});
		await app.waitFor('12 notif');
		await app.press('/');
		await app.waitFor('/ words  user:=exact  channel:');
		await app.press(...'channel:');
		await app.waitFor(/^ {3}EMAIL ×5 · WEBHOOK ×3/mv);
		await app.press(...'em user:');
		await app.waitFor(/^ {3}ops-1 ×1 · user-1001 ×1/mv);
		await app.press(...'nobody');
		await app.waitFor('no such value');
		await app.press('C-w', ...'user:', 'Tab');
		await app.waitFor('/ channel:em user:=ops-1');
		await app.waitFor('1 of 12');
		await app.press('Tab');
		await app.waitFor('There is no value to complete.');
	},
);

test('the counts of states follow the marks', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press(' ', ' ', '/', ...'is:');
	await app.waitFor('new ×0 · gone ×0 · pending ×0 · marked ×2');
	await app.press(...'ma', 'Tab');
	await app.waitFor('2 of 12 notifications');
});
