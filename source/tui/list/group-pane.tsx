import {memo, useMemo} from 'react';
import type {ListedRecord} from '../../notification/notification.ts';
import {countValues, type Group, type ValueCounts} from '../../query/group.ts';
import {idsIn} from '../../query/view.ts';
import {useThemeChanges} from '../shared/theme-context.ts';
import {useSliced} from '../shared/use-sliced.ts';
import {Lines} from '../ui/lines.tsx';
import {countedFields, groupLines, groupValueLines} from './group-lines.ts';

export type GroupPaneProps = {
	readonly group: Group;
	/** The listing that the group's positions refer to. */
	readonly records: readonly ListedRecord[];
	/** The IDs of the marked notifications. */
	readonly marked: ReadonlySet<string>;
	/** The width of its lines, in terminal columns. */
	readonly columns: number;
	readonly rows: number;
	/** Whether it has a few lines only. Then it begins with the values. */
	readonly isStrip?: boolean;
};

/** A group beside the list: the most frequent values of its members, and the key that marks them. */
export const GroupPane = memo(({group, records, marked, columns, rows, isStrip = false}: GroupPaneProps) => {
	useThemeChanges();
	const counts = useCounts(group, records);
	const areMarked = useMemo(
		() => marked.size >= group.members.length && idsIn(records, group.members).every(id => marked.has(id)),
		[group, records, marked],
	);
	const lines = useMemo(
		() => (isStrip ? groupValueLines(counts, columns) : groupLines(group, counts, areMarked, columns)),
		[isStrip, group, counts, areMarked, columns],
	);
	return <Lines lines={lines} height={rows} />;
});

/** The values of a group's members, counted in slices between keys. */
function useCounts(group: Group, records: readonly ListedRecord[]): ValueCounts | undefined {
	const {value, isCurrent} = useSliced(
		useMemo(
			() => () =>
				countValues(
					group.members.map(position => records[position]!),
					countedFields(group),
				),
			[group, records],
		),
	);
	return isCurrent ? value : undefined;
}
