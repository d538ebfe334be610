import {fieldNamed, fields, type FieldName} from '../../notification/spec.ts';
import type {Group, ValueCount, ValueCounts} from '../../query/group.ts';
import {numberText} from '../../platform/text.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {countedValueLines, type CountedValue} from '../shared/counted-values.ts';
import {labelWidth, type Line} from '../ui/line.ts';

/** The fields described: those whose values take one line first. */
const described = fields
	.flatMap(({name, group}) => (group === undefined ? [] : [{name: name as FieldName, lines: group.lines}]))
	.toSorted((a, b) => a.lines - b.lines);

/** The fields whose values are counted for a group: all that are described, except the one that the members share. */
export const countedFields = ({field}: Pick<Group, 'field'>): FieldName[] =>
	described.map(({name}) => name).filter(name => name !== field);

/**
Describes a group: the key that marks all of its members, and their most frequent values.

@param group - The group.
@param counts - The values of its members; undefined while they are being counted.
@param areMarked - Whether all of them are marked.
@param columns - Terminal columns that a line may take.
*/
export function groupLines(group: Group, counts: ValueCounts | undefined, areMarked: boolean, columns: number): Line[] {
	const count = group.members.length;
	return [
		// First, so that a low pane shows it.
		{
			label: '',
			text: `${keyOf('list', 'mark')} ${areMarked ? 'unmarks' : 'marks'} ${count === 1 ? 'it' : `all ${numberText(count)}`}`,
		},
		{label: '', text: ''},
		...groupValueLines(counts, columns),
	];
}

/** The most frequent values of a group's members, at most `columns` wide. `counts`: undefined while they are being counted. */
export function groupValueLines(counts: ValueCounts | undefined, columns: number): Line[] {
	return counts === undefined
		? [{label: '', text: 'counting …', tone: 'faint'}]
		: described.flatMap(({name, lines}) => fieldLines(name, lines, counts.get(name) ?? [], columns - labelWidth));
}

function fieldLines(name: FieldName, lines: number, values: readonly ValueCount[], room: number): Line[] {
	const {label} = fieldNamed(name);
	return countedValueLines(safeValues(values), values.length, lines, room).map((text, index) => ({
		label: index === 0 ? label : '',
		text,
	}));
}

// A group may have thousands of values, of which a few are shown.
function* safeValues(values: readonly ValueCount[]): Generator<CountedValue> {
	for (const {value, count} of values) {
		yield {value: sanitiseCell(value), count};
	}
}
