import {expect, test} from 'vitest';
import {marginOf, type RowSigns} from '../../../source/tui/list/columns.ts';

const none: RowSigns = {isSelected: false, isMarked: false, isInRange: false, isPending: false, change: undefined};

test.each<[Partial<RowSigns>, string]>([
	[{}, '  '],
	[{isSelected: true}, '▌ '],
	[{change: 'appeared'}, ' +'],
	[{change: 'vanished'}, ' -'],
	[{change: 'vanished', isPending: true}, ' !'],
	[{isPending: true, isInRange: true}, ' :'],
	[{isClaimed: true, change: 'appeared'}, ' ~'],
	[{isClaimed: true, isPending: true}, ' !'],
	[{isSelected: true, isMarked: true, isInRange: true, isPending: true, change: 'appeared'}, '▌●'],
])('the signs of a row: %j', (signs, text) => {
	expect(marginOf({...none, ...signs})).toBe(text);
});
