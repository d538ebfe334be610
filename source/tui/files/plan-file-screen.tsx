import path from 'node:path';
import {useMemo, useState} from 'react';
import type {BatchKind} from '../../domain/operation-kind.ts';
import type {FileChange} from '../../files/changes.ts';
import {applyFileChanges} from '../../session/apply-files.ts';
import {rememberPlan} from '../../session/remember-plan.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {appliedNotice} from '../bulk/bulk-lines.ts';
import {BulkRunView} from '../bulk/bulk-run-view.tsx';
import {useBulkTask} from '../bulk/use-bulk-task.ts';
import {baseName} from '../shared/base-name.ts';
import {useHandOver} from '../shared/hand-over.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {leaveOut, noChoices, planAgain, planWhole} from './file-plan.ts';
import {FileReviewView} from './file-review-view.tsx';
import {MistakesView} from './mistakes-view.tsx';
import {PathView} from './path-view.tsx';
import {PlanView} from './plan-view.tsx';
import {ReadingView} from './reading-view.tsx';
import {useFilePlan} from './use-file-plan.ts';

/** Plans a file of notifications, and makes the changes after the operator has typed their number. */
export function PlanFileScreen() {
	const session = useSession();
	const {announce} = useNavigation();
	const handOver = useHandOver();
	const {state, count, load, stop, askAgain} = useFilePlan();
	const [file, setFile] = useState<string | undefined>(undefined);
	const [choices, setChoices] = useState(noChoices);
	const [isReviewing, setIsReviewing] = useState(false);
	const source = state.step === 'planned' ? state.source : undefined;
	const {prune, maxDeletes, acceptUnknownTemplate, unprotect, leftOut} = choices;
	const planning = useMemo(
		() => source && planWhole(source, {prune, maxDeletes, acceptUnknownTemplate, unprotect}),
		[source, prune, maxDeletes, acceptUnknownTemplate, unprotect],
	);
	const plan = useMemo(
		() => (planning?.ok === true ? leaveOut(source!.files, planning, {maxDeletes, leftOut}) : planning),
		[source, planning, maxDeletes, leftOut],
	);
	const chosen = plan?.ok === true ? plan.chosen : [];
	const task = useBulkTask(kindOf(chosen), {
		noticeOf: ({counts}) => appliedNotice(kindOf(chosen), counts, placeOf(session)),
		onRunEnd(batch) {
			if (plan?.ok === true && session.ledger !== undefined) {
				void rememberPlan(session.ledger, {
					profileKey: session.profileKey,
					files: source!.files,
					plan: plan.plan,
					batch,
				});
			}
		},
	});

	const start = (at: string) => {
		setFile(at);
		setChoices(current => (at === file ? current : noChoices));
		setIsReviewing(false);
		load(at);
	};

	const editAt = (place: {readonly file: string; readonly line: number}) => {
		void handOver(async () => {
			const files = await session.services.files();
			const problem = await files.edit(path.resolve(place.file), place.line);
			start(file!);
			if (problem !== undefined) {
				announce({tone: 'bad', text: `✗ ${sanitise(problem)}.`});
			}
		});
	};

	const again = () => {
		start(file!);
	};

	if (task.isRunning || task.outcome !== undefined) {
		return <BulkRunView kind={kindOf(chosen)} task={task} />;
	}

	if (state.step === 'path') {
		return <PathView path={file} onAccept={start} />;
	}

	if (state.step === 'reading') {
		return <ReadingView title={`plan of ${baseName(state.path)}`} count={count} onStop={stop} />;
	}

	if (state.step === 'mistakes' || plan?.ok !== true) {
		return (
			<MistakesView
				path={file!}
				mistakes={state.step === 'mistakes' ? state.mistakes : plan?.ok === false ? plan.mistakes : []}
				onEditor={editAt}
				onRefresh={again}
				onBack={askAgain}
			/>
		);
	}

	return isReviewing ? (
		<FileReviewView
			source={source!}
			plan={plan}
			choices={choices}
			onConfirm={() => {
				task.run(async options =>
					applyFileChanges(session.operations, chosen, {
						...options,
						isUnprotected: choices.unprotect,
						planAgain: records => planAgain(source!, choices, records),
					}),
				);
			}}
			onBack={() => {
				setIsReviewing(false);
			}}
		/>
	) : (
		<PlanView
			source={source!}
			plan={plan}
			choices={choices}
			setChoices={setChoices}
			onReview={() => {
				setIsReviewing(true);
			}}
			onEditor={editAt}
			onRefresh={again}
			onBack={askAgain}
		/>
	);
}

/** The kind of all changes, or `mixed`. */
function kindOf(changes: readonly FileChange[]): BatchKind {
	const kinds = new Set(changes.map(({kind}) => kind));
	const [kind = 'mixed'] = kinds;
	return kinds.size > 1 ? 'mixed' : kind;
}
