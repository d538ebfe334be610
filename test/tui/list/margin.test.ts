import {expect, test} from 'vitest';
import {marginOf, type RowSigns} from '../../../source/tui/list/columns.ts';

const none: RowSigns = {isSelected: false, isMarked: false, isInRange: false, isPending: false};

test.each<[Partial<RowSigns>, string]>([
	[{}, '  '],
	[{isSelected: true}, '▌ '],
	[{hasAppeared: true}, ' +'],
	[{hasVanished: true}, ' -'],
	[{hasVanished: true, isPending: true}, ' !'],
	[{isPending: true, isInRange: true}, ' :'],
	[{isClaimed: true, hasAppeared: true}, ' ~'],
	[{isClaimed: true, isPending: true}, ' !'],
	[{isSelected: true, isMarked: true, isInRange: true, isPending: true, hasAppeared: true}, '▌●'],
])('the signs of a row: %j', (signs, text) => {
	expect(marginOf({...none, ...signs})).toBe(text);
});
