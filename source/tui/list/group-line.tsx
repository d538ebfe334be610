import {Text} from 'ink';
import {memo, useMemo} from 'react';
import {fieldNamed} from '../../domain/fields.ts';
import type {Group} from '../../domain/query/group.ts';
import {fit, widthOf} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';
import {useThemeChanges} from '../shared/theme-context.ts';
import {theme} from '../theme.ts';
import {cutters} from './columns.ts';
import {groupName} from './group-name.ts';
import {marginOf} from './row-text.ts';

export type GroupLineProps = {
	readonly group: Group;
	/** Returns the IDs of the notifications in a group. */
	readonly idsOf: (group: Group) => readonly string[];
	/** The IDs of the marked notifications. */
	readonly marked: ReadonlySet<string>;
	/** The width in terminal columns. */
	readonly width: number;
	readonly isFolded: boolean;
	readonly isSelected: boolean;
	readonly isInRange: boolean;
};

/** The header of a group: the common value, the number of members, and how many are marked. */
export const GroupLine = memo(({group, idsOf, marked, width, isFolded, isSelected, isInRange}: GroupLineProps) => {
	useThemeChanges();
	const {members, field} = group;
	const marks = useMemo(
		() => (marked.size === 0 ? 0 : idsOf(group).filter(id => marked.has(id)).length),
		[marked, group, idsOf],
	);
	const isMarked = marks > 0 && marks === members.length;
	const counts = ` · ${numberText(members.length)}${marks === 0 ? '' : ` · ${numberText(marks)} marked`}`;
	const start = `${marginOf({isSelected, isMarked, isInRange, isPending: false, change: undefined})}${isFolded ? '▸' : '▾'} `;
	// A long name is cut, but never the counts.
	const cut = cutters[fieldNamed(field).column?.cut ?? 'text'](
		groupName(group),
		width - widthOf(start) - widthOf(counts),
	);

	return (
		<Text {...theme.title} {...(isSelected && theme.selected)} wrap="truncate-end">
			{fit(`${start}${cut}${counts}`, width)}
		</Text>
	);
});
