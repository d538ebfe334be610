import {useMemo} from 'react';
import {groupFields, fieldNamed, type FieldName} from '../../notification/spec.ts';
import type {ListedRecord} from '../../notification/notification.ts';
import {countValues, type Group, type ValueCounts} from '../../query/group.ts';
import {idsIn, type ListRow} from '../../query/view.ts';
import {numberText} from '../../platform/text.ts';
import type {SentContent} from '../../ledger/small-stores.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import {useDetailLines, useSentContent} from '../detail/detail-screen.tsx';
import {keyOf} from '../keys/match.ts';
import {countedValueLines} from '../shared/counted-values.ts';
import {isSentenceCut, sentenceLines} from '../shared/sentence-lines.ts';
import {useSliced} from '../shared/use-sliced.ts';
import {labelWidth, title, type Line} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';

type PaneSize = {
	/** The width of its lines, in terminal columns. */
	readonly columns: number;
	readonly rows: number;
};

export type PreviewPaneProps = PaneSize & {
	readonly row: ListRow;
	/** The listing that the positions of a group's members refer to. */
	readonly records: readonly ListedRecord[];
	/** The IDs of the marked notifications. */
	readonly marked: ReadonlySet<string>;
	/** Whether it has a few lines only. */
	readonly isStrip: boolean;
};

/** A record or a group beside the list or below it, as far as there is room. */
export function PreviewPane({row, records, marked, isStrip, ...size}: PreviewPaneProps) {
	if (row.kind === 'group') {
		return <GroupPane group={row} records={records} marked={marked} isStrip={isStrip} {...size} />;
	}

	return isStrip ? <StripPane record={row} {...size} /> : <DetailPane record={row} {...size} />;
}

function DetailPane({record, columns, rows}: PaneSize & {readonly record: ListedRecord}) {
	return <Lines lines={paneLines(useDetailLines(record, columns, false), record, columns, rows)} height={rows} />;
}

/** The fields that the title of a preview says. */
const titled: ReadonlySet<string> = new Set((['id', 'name'] as const).map(name => fieldNamed(name).label));

/** The columns of a title that its rule and its separator take. */
const titleMargin = 6;

/** The lines of a record that a preview of `rows` lines shows. If not all fit, those that repeat its title are left out, and the last line says how many are missing. */
export function paneLines(
	lines: readonly Line[],
	record: ListedRecord,
	columns: number,
	rows: number,
): readonly Line[] {
	if (lines.length <= rows) {
		return lines;
	}

	const isTitleWhole =
		record.kind === 'notification' && widthOf(sanitise(`${record.id}${record.name}`)) <= columns - titleMargin;
	const left = isTitleWhole ? lines.filter(({label}) => label === undefined || !titled.has(label)) : lines;
	const shown = Math.max(0, rows - 1);
	const more = `${numberText(left.length - shown)} more lines: ${keyOf('list', 'open')}`;
	return left.length <= rows ? left : [...left.slice(0, shown), {label: '', text: more, tone: 'faint'}];
}

function StripPane({record, columns, rows}: PaneSize & {readonly record: ListedRecord}) {
	return <Lines lines={stripLines(record, columns, useSentContent(record))} height={rows} />;
}

/** Describes a record in two lines of at most `columns`: its sentence, then whether its template is known here (`sent`: what this machine sent). A sentence that one line would cut takes both. */
export function stripLines(record: ListedRecord, columns: number, sent: SentContent | undefined): Line[] {
	if (record.kind === 'unreadable') {
		return [{text: truncate(`record ${record.index + 1} of the listing: ${sanitise(record.problem)}`, columns)}];
	}

	const head = (rows: number) => sentenceLines(record, columns, rows).map(text => title(text));
	if (isSentenceCut(record, columns)) {
		return head(2);
	}

	const known = sent?.template === '' ? 'no template' : 'template known here';
	const template = sent === undefined ? 'template unknown here' : known;
	return [...head(1), {text: truncate(template, columns)}];
}

/** A group: the key that marks its members, unless there are a few lines only, and their most frequent values. */
function GroupPane({
	group,
	records,
	marked,
	columns,
	rows,
	isStrip,
}: Omit<PreviewPaneProps, 'row'> & {readonly group: Group}) {
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
	const values = groupLines(isCurrent ? value : undefined, columns);
	if (isStrip) {
		return <Lines lines={values} height={rows} />;
	}

	const count = group.members.length;
	const areMarked = marked.size >= count && idsIn(records, group.members).every(id => marked.has(id));
	const key = `${keyOf('list', 'mark')} ${areMarked ? 'unmarks' : 'marks'} ${count === 1 ? 'it' : `all ${numberText(count)}`}`;
	// First, so that a low pane shows it.
	return <Lines lines={[{label: '', text: key}, {label: '', text: ''}, ...values]} height={rows} />;
}

/** The fields described: those whose values take one line first. */
const described = groupFields.toSorted((a, b) => a.group.lines - b.group.lines);

/** The fields whose values are counted for a group: all that are described, except the one that the members share. */
export const countedFields = ({field}: Pick<Group, 'field'>): FieldName[] =>
	described.map(({name}) => name as FieldName).filter(name => name !== field);

/** The most frequent values of a group's members, at most `columns` wide. `counts`: undefined while they are being counted. */
const groupLines = (counts: ValueCounts | undefined, columns: number): Line[] =>
	counts === undefined
		? [{label: '', text: 'counting …', tone: 'faint'}]
		: described.flatMap(({name, label, group}) => {
				const values = counts.get(name as FieldName) ?? [];
				// A group may have thousands of values, of which a few are shown.
				const safe = values.values().map(({value, count}) => ({value: sanitiseCell(value), count}));
				return countedValueLines(safe, values.length, group.lines, columns - labelWidth).map((text, index) => ({
					label: index === 0 ? label : '',
					text,
				}));
			});
