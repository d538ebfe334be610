import {styleText} from 'node:util';
import {Text} from 'ink';
import {memo, useMemo} from 'react';
import {fieldText} from '../../domain/fields.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import {highlight} from '../../terminal/highlight.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit} from '../../terminal/width.ts';
import {theme} from '../theme.ts';
import {gap, type PlacedColumn} from './columns.ts';
import {marginOf, type RowSigns} from './margin.ts';

export type RecordLineProps = RowSigns & {
	readonly record: ListedRecord;
	readonly columns: readonly PlacedColumn[];
	/** Words to show where they occur, in lower case. */
	readonly words: readonly string[];
	/** Terminal columns. */
	readonly width: number;
};

/** A notification on a line. It is drawn again only when something of it changes. */
export const RecordLine = memo(({record, columns, words, width, isSelected, isMarked, isInRange, change}: RecordLineProps) => {
	const text = useMemo(() => textOf(record, columns), [record, columns]);
	const line = fit(`${marginOf({isSelected, isMarked, isInRange, change})}${text}`, width);
	const roles = [record.kind === 'unreadable' && theme.warning, change === 'appeared' && theme.good, change === 'vanished' && theme.faint, isSelected && theme.selected];

	return <Text {...Object.assign({}, ...roles)} wrap='truncate-end'>{words.length === 0 ? line : withMatches(line, words)}</Text>;
});

/** The text with matches marked by escape sequences of our own, neither of which is a colour: an element for each would make every letter of a query three times as slow. */
function withMatches(line: string, words: readonly string[]): string {
	return highlight(line, words).map(({text, isMatch}) => isMatch ? styleText(['bold', 'underline'], text, {validateStream: false}) : text).join('');
}

function textOf(record: ListedRecord, columns: readonly PlacedColumn[]): string {
	return record.kind === 'notification'
		? columns.map(({field, cut, width}) => fit(cut(sanitiseCell(fieldText(record, field)), width), width)).join(' '.repeat(gap))
		: `unreadable record: ${record.problem}`;
}
