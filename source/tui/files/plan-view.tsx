import {useMemo, useState, type Dispatch, type SetStateAction} from 'react';
import {whyNotPrune} from '../../files/plan-changes.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {RuleLine} from '../shared/rule-line.tsx';
import {useSession} from '../shared/session-context.ts';
import {useRowSelection} from '../shared/use-list-window.ts';
import {capped, cutTo, linesOf} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {changeKey, deletionsIn, originTitle, type ChosenPlan, type FileChoices, type PlanSource} from './file-plan.ts';
import {
	PlanRowLines,
	detailHeight,
	detailTitle,
	layOutPlan,
	planSaid,
	protectedNote,
	rowDetail,
	type PlanRow,
} from './plan-rows.tsx';

export type PlanViewProps = {
	readonly source: PlanSource;
	readonly plan: ChosenPlan;
	readonly choices: FileChoices;
	readonly setChoices: Dispatch<SetStateAction<FileChoices>>;
	readonly onReview: () => void;
	/** Undefined if what is planned is in no file. */
	readonly onEditor: ((place: {readonly file: string; readonly line: number}) => void) | undefined;
	/** Undefined if nothing was copied, or all of it was taken back. */
	readonly onUndo: (() => void) | undefined;
	readonly onRefresh: () => void;
	readonly onBack: () => void;
};

/** The share of the lines for the counts and notes above the rows. */
const notesShare = 0.35;

/** The number of notes of which none is left out to say how many there are. */
const fewNotes = 2;

/** A plan: what would be created, replaced and deleted, and what is in no file. */
export function PlanView({
	source,
	plan,
	choices,
	setChoices,
	onReview,
	onEditor,
	onUndo,
	onRefresh,
	onBack,
}: PlanViewProps) {
	const {profile} = useSession();
	const {announce, push} = useNavigation();
	const {columns, rows} = useBodySize();
	const [isOpen, setIsOpen] = useState(false);
	const {
		changes,
		warnings,
		summary: {from, unmanaged, assumedEqual, notReplaced, kept},
		chosen,
		tooMany,
		isLeftOut,
	} = plan;
	const lines = useMemo(
		() => layOutPlan({changes, warnings, kept, unmanaged, isOpen, from}),
		[changes, warnings, kept, unmanaged, isOpen, from],
	);
	const keyed = useMemo(() => keyedRows(lines), [lines]);
	// The row under the cursor is more useful than the counts.
	const notesRoom = Math.min(rows - 1, Math.max(1, Math.floor(rows * notesShare)));
	const notes = (notesRoom > fewNotes ? capped : cutTo)(
		linesOf(planSaid(plan, source.notes, columns), columns),
		notesRoom,
	);
	const below = detailHeight(rows, notes.length, lines.length);
	const height = Math.max(1, rows - notes.length - below);
	const {selected, top, moves, selectAt} = useRowSelection(keyed, height);
	const row = lines[selected];
	const change = row?.kind === 'change' ? row.change : undefined;
	const title = row && detailTitle(row, rows);

	const keys = useKeys('file-plan', {
		guards: {
			hasChange: change !== undefined,
			hasTooMany: tooMany !== undefined,
			hasUnknown: assumedEqual.length + notReplaced.length > 0 || choices.acceptUnknownTemplate,
			hasUnmanaged: unmanaged.length > 0,
			hasProtected: kept.length > 0,
			canPrune: from === undefined,
			hasFile: onEditor !== undefined,
			hasCopied: onUndo !== undefined,
		},
		actions: {
			...moves,
			'leave-out'() {
				setChoices(current => ({
					...current,
					leftOut: current.leftOut.symmetricDifference(new Set([changeKey(change!)])),
				}));
				moves.down();
			},
			prune() {
				const why = choices.prune
					? undefined
					: whyNotPrune(source.files, {all: false, listed: source.account.listed}, 'use chainbell apply --prune --all');
				if (why === undefined) {
					setChoices(current => ({...current, prune: !current.prune, maxDeletes: undefined}));
				} else {
					announce({text: `Nothing is pruned: ${sanitise(why)}`});
				}
			},
			'allow-deletes'() {
				setChoices(current => ({...current, maxDeletes: deletionsIn(plan)}));
			},
			'replace-unknown'() {
				setChoices(current => ({...current, acceptUnknownTemplate: !current.acceptUnknownTemplate}));
			},
			unprotect() {
				push({
					name: 'protected',
					subject: {count: kept.length, why: protectedNote(kept)},
					onConfirm() {
						setChoices(current => ({...current, unprotect: true}));
					},
				});
			},
			fold() {
				setIsOpen(false);
			},
			unfold() {
				setIsOpen(true);
			},
			editor() {
				onEditor?.(change?.place ?? {file: source.files[0]!.name, line: 1});
			},
			undo() {
				onUndo?.();
			},
			refresh: onRefresh,
			accept() {
				const why = chosen.length === 0 ? 'There is nothing to change.' : tooMany;
				if (why === undefined) {
					onReview();
				} else {
					announce({text: sanitise(why)});
				}
			},
			back: onBack,
		},
	});

	return (
		<Frame
			keys={keys}
			header={
				<Header
					title={originTitle('plan', source.origin, profile.name)}
					status={scrollStatus(top, height, lines.length)}
				/>
			}
		>
			<Lines lines={notes} />
			<PlanRowLines
				rows={lines}
				isLeftOut={isLeftOut}
				columns={columns}
				top={top}
				height={height}
				selected={selected}
				onPoint={selectAt}
			/>
			{title !== undefined && <RuleLine title={title} width={columns} />}
			<Lines lines={row === undefined ? [] : rowDetail(row, columns, below - (title === undefined ? 0 : 1))} />
		</Frame>
	);
}

/** The rows with keys that outlive a choice, such as prune. */
function keyedRows(rows: readonly PlanRow[]) {
	const keys = rows.map(row => keyOfRow(row));
	return {length: keys.length, keyAt: (index: number) => keys[index], indexOf: (key: string) => keys.indexOf(key)};
}

function keyOfRow(row: PlanRow): string {
	if (row.kind === 'change') {
		return changeKey(row.change);
	}

	return row.kind === 'fold' ? 'fold' : `${row.kind} ${row.notification.id}`;
}
