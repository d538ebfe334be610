import {useMemo, useState} from 'react';
import type {Arrangement} from '../../query/sort.ts';
import {useSettings} from '../shared/use-settings.ts';
import {columnsOf, mostScrolled, type Sample} from './columns.ts';

/** The columns of the list: those of config.yaml, or in wide mode all of them, scrolled. `room`: terminal columns for all of them. */
export function useColumns(sample: Sample, {sort, group}: Arrangement, room: number) {
	const {columns: names} = useSettings();
	const [scrolled, setScrolled] = useState<number>();
	const layout = useMemo(
		() => columnsOf(sample, {names, sort, group, room, scrolled}),
		[sample, names, sort, group, room, scrolled],
	);
	return {
		...layout,
		/** Whether every column is as wide as its values, and left and right scroll. */
		isWide: scrolled !== undefined,
		toggleWide() {
			setScrolled(current => (current === undefined ? 0 : undefined));
		},
		scroll(by: 1 | -1) {
			setScrolled(current => Math.max(0, Math.min((current ?? 0) + by, mostScrolled)));
		},
	};
}
