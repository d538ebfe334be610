import {test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

const grouped = async (size: string) => {
	const app = await startApp({size});
	await app.waitFor('12 notif');
	await app.press('b', 'c');
	await app.waitFor('▾ EMAIL · 5');
	return app;
};

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
