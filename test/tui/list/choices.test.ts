import {expect, test} from 'vitest';
import {shownChoices} from '../../../source/tui/list/list-screen.tsx';

const choices = [
	{key: 'i', label: 'id'},
	{key: 'w', label: 'network'},
	{key: '-', label: ''},
];

const line = (chosen: number, columns: number) =>
	shownChoices(choices, chosen, columns)
		.map(({text}) => text)
		.join('');

test.each([
	[0, 80, '▌[i]d net[w]ork [-]'],
	[2, 80, ' [i]d net[w]ork▌[-]'],
	[0, 19, '▌[i]d net[w]ork [-]'],
	[0, 18, '▌[i]d …'],
	[2, 18, ' … net[w]ork▌[-]'],
	[1, 14, ' …▌net[w]ork …'],
	[2, 8, ' …▌[-]'],
])('the cursor on %i, in %i columns: %s', (chosen, columns, expected) => {
	expect(line(chosen, columns)).toBe(expected);
});
