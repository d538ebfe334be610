import {Box, Text} from 'ink';
import {numberText} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {firstFitting} from '../../terminal/width.ts';
import {Frame} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {useTextSize} from '../shared/reader.ts';
import {useRowSelection} from '../shared/use-list-window.ts';
import {theme} from '../theme.ts';
import {linesOf, warning} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {EditFields} from './edit-fields.tsx';
import {EditRows} from './edit-rows.tsx';
import {countsText, fewerCounts, fieldHint, fieldPosition} from './edit-texts.ts';
import {EditValues} from './edit-values.tsx';
import {useEditKeys} from './use-edit-keys.ts';
import type {EditModelHandle} from './use-edit-model.ts';

export type EditViewProps = {
	readonly model: EditModelHandle;
	readonly onEditor: () => void;
};

/** The share of the lines that the fields, or the distinct values with their title, take at most, unless the notifications leave more. */
const fieldsShare = 0.45;
const valuesShare = 0.6;

/** The fields of a bulk edit or the distinct values of one, and below them the effect on every notification. */
export function EditView({model, onEditor}: EditViewProps) {
	const {view} = model;
	const {columns, rows} = useTextSize();
	const values = view.values.get(view.focus);
	const wanted = view.mode === 'values' ? (values?.length ?? 0) + 1 : Math.max(1, view.values.size);
	const spare = view.items.length === 0 ? 0 : rows - 1 - view.items.length;
	const share = view.mode === 'values' ? valuesShare : fieldsShare;
	const top = Math.max(1, Math.min(wanted, Math.max(Math.floor(rows * share), spare)));
	// In fewer lines the counts are in the header, so that old → new is seen.
	const hasCounts = rows >= 3;
	const height = Math.max(1, rows - top - (hasCounts ? 1 : 0));
	const selection = useRowSelection(keyedItems(view.items), height);
	const keys = useEditKeys({
		model,
		selection,
		valueHeight: Math.max(1, top - 1),
		onEditor,
		onUnprotect: model.unprotect.ask,
	});
	const problem = view.problems.get(view.focus);
	const edit = view.edits.get(view.focus);
	const positions = view.mode === 'values' ? [] : fieldPosition(view, top);
	const counted = [countsText(view.counts), ...(view.isBusy ? ['computing …'] : [])].join(' · ');
	const counts = firstFitting(
		[...positions.map(position => `${position} · ${counted}`), ...fewerCounts(counted)],
		columns - 2,
	);

	return (
		<Frame
			keys={keys}
			header={
				<Header
					title={`edit ${view.items.length === 0 ? '…' : numberText(view.items.length)}`}
					status={hasCounts ? scrollStatus(selection.top, height, view.items.length) : fewerCounts(counted)}
				/>
			}
			idle={view.mode === 'fields' ? fieldHint(values, edit, view.focus, columns - 2) : ''}
		>
			{view.mode === 'values' ? (
				<EditValues view={view} columns={columns} height={top} />
			) : (
				<EditFields view={view} columns={columns} height={top} />
			)}
			{hasCounts &&
				(problem === undefined ? (
					<Box height={1} flexShrink={0}>
						<Text
							{...(view.counts.invalid + view.counts.refused > 0 ? theme.warning : theme.label)}
							wrap="truncate-end"
						>
							{' '}
							{counts}
						</Text>
					</Box>
				) : (
					<Lines lines={linesOf(warning(`! ${sanitise(problem)}`), columns)} height={1} />
				))}
			<EditRows
				view={view}
				columns={columns}
				top={selection.top}
				height={height}
				selected={view.mode === 'rows' ? selection.selected : undefined}
			/>
		</Frame>
	);
}

const keyedByItems = new WeakMap<object, Parameters<typeof useRowSelection>[0]>();

/** The notifications as rows, the same object for the same notifications. */
function keyedItems(items: EditModelHandle['view']['items']): Parameters<typeof useRowSelection>[0] {
	const known = keyedByItems.get(items) ?? {
		length: items.length,
		keyAt: (index: number) => items[index]?.of.id,
		indexOf: (key: string) => items.findIndex(({of}) => of.id === key),
	};
	keyedByItems.set(items, known);
	return known;
}
