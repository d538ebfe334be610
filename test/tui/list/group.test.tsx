import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

const grouped = async (size: string) => {
	const app = await startApp({size});
	await app.waitFor('12 notif');
	await app.press('b', 'c');
	await app.waitFor('▾ EMAIL · 5');
	return app;
};

test('b and a letter group the list, with counts; sorting applies within the groups', async () => {
	await using app = await grouped('120x40');
	await app.press('s', 'i', 's', 's');
	await app.waitFor('ID↓');
	const lines = app
		.frame()
		.split('\n')
		.slice(4, 21)
		.map(line => line.slice(2, 14).trim());
	expect(lines.map(line => line.split(' ', 1)[0])).toEqual([
		'▾',
		'12',
		'10',
		'6',
		'5',
		'1',
		'▾',
		'9',
		'4',
		'▾',
		'8',
		'3',
		'▾',
		'11',
		'7',
		'2',
		'',
	]);
	await app.press('b', 'b');
	await app.waitUntilGone('▾');
});

test.each([['40x10'], ['80x24'], ['120x40']])(
	'groups fold and unfold, and the header is selected, at %s',
	async size => {
		await using app = await grouped(size);
		await app.press('g', 'j', 'j', 'Left');
		await app.waitFor('▌ ▸ EMAIL · 5');
		await app.press('Enter');
		await app.waitFor('▌ ▾ EMAIL · 5');
		await app.press('Enter');
		await app.waitFor('▌ ▸ EMAIL · 5');
		await app.press('Right');
		await app.waitFor('▌ ▾ EMAIL · 5');
	},
);

test('the search narrows the groups, and a record that is selected stays selected when it is grouped', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('G', 'b', 'n', 'w');
	const frame = await app.waitFor('BASE_MAINNET · 2');
	expect(frame).toContain('▌ 12 ');
	await app.press('/', 'network:eth_m', 'Enter');
	await app.waitFor('ETH_MAINNET · 6');
	expect(app.frame()).not.toContain('BASE_MAINNET · ');
});

test('e on a group header and a fold without groups say why they do nothing', async () => {
	await using app = await grouped('80x24');
	await app.press('g', 'e');
	await app.waitFor('There is no notification here that chainbell can read.');
	await app.press('b', 'b', 'Left');
	await app.waitFor('The list is not grouped');
});
