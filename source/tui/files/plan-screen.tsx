import {resolve} from 'node:path';
import {useEffect, useEffectEvent, useMemo, useReducer, useState} from 'react';
import {notificationsOf} from '../../notification/notification.ts';
import {lossNotes} from '../../notification/losses.ts';
import type {BatchKind} from '../../notification/operation-texts.ts';
import {breakdownOf} from '../../query/group.ts';
import {planChanges, verbOf, type FileChange, type PlanChoices} from '../../files/plan.ts';
import {countText, losingTexts, unknownTexts} from '../../files/plan-texts.ts';
import type {RecreationSurvey} from '../../changes/undo.ts';
import {joined, numberText, sentence} from '../../platform/text.ts';
import {applyFileChanges, rememberPlan, commonStart} from '../../account/account-files.ts';
import {placeOf} from '../../account/session.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {useKeyOffer, useSession} from '../ui/session.ts';
import {useBulkRun, type Runner} from '../changes/run.tsx';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useHandOver} from '../ui/hand-over.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useTextSize, List, useList} from '../ui/list.tsx';
import {checkingText, useRecreationSurvey, useTask} from '../ui/use-task.ts';
import {bad, cutTo, linesOf, Lines, faint, warning} from '../ui/line.tsx';
import {Question, asks, notesSaid} from '../ui/question.tsx';
import {
	leaveOut,
	noChoices,
	originTitle,
	loadPlan,
	type PlanOrigin,
	planCommand,
	type ChosenPlan,
	type PlanSource,
} from './plan.ts';
import {MistakesView, layOutPlan, planRows, PlanView, warningsSaid, type PlanState} from './plan-view.tsx';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import {bestEffort} from '../../ledger/ledger-error.ts';
import {truncateStart} from '../../terminal/width.ts';
import {editAtEnd, editText, insertText, onOneLine, type TextState} from '../keys/text-edit.ts';
import {PromptLine} from '../ui/text-field.tsx';

type PlanScreenProps = {
	/** The account to copy from, in place of a file. That of the screen was opened for it, and is left with the screen. */
	readonly from?: Extract<PlanOrigin, {kind: 'account'}>;
};

const unchosen = {choices: noChoices, leftOut: new Set<string>()};

/** Plans a file of notifications, or what another account has, and makes the changes after the operator has typed their number. */
export function PlanScreen({from}: PlanScreenProps) {
	const session = useSession();
	const {ledger, services} = session;
	const {announce, pop, isTop} = useNavigation();
	const handOver = useHandOver();
	const reading = useTask();
	const [state, update] = useReducer(
		(before: PlanState, change: Partial<PlanState>): PlanState => ({...before, ...change}),
		{origin: from, loaded: undefined, ...unchosen, isReviewing: false, copied: undefined},
	);
	const {origin, loaded, choices, leftOut, isReviewing, copied} = state;
	useKeyOffer(loaded?.step === 'failed' ? loaded.failure : undefined);
	const source = loaded?.step === 'planned' ? loaded.source : undefined;
	const planning = useMemo(() => source && planChanges(source.files, source.account, choices), [source, choices]);
	const plan = useMemo(
		() =>
			planning?.ok === true ? leaveOut(source!.files, planning, {maxDeletes: choices.maxDeletes, leftOut}) : planning,
		[source, planning, choices, leftOut],
	);
	const chosen = plan?.ok === true ? plan.chosen.changes : [];
	const {view, ...runner} = useBulkRun(kindOf(chosen), {
		showsOne: true,
		// The list is that of the other account: here is the place to look at the result, and to take it back.
		...(from !== undefined && {
			onComplete(set) {
				update({copied: set});
				start(from);
			},
		}),
		onBack() {
			update({isReviewing: false});
		},
		onRunEnd(outcome) {
			if (outcome.kind === 'ended' && plan?.ok === true && ledger !== undefined) {
				const {profileKey} = session;
				void rememberPlan(ledger, profileKey, source!.files, plan.plan, outcome.set.id);
			}

			return undefined;
		},
	});

	const start = (next: PlanOrigin) => {
		// What came of the plan before says nothing of this one.
		runner.forget();
		const isFiles = next.kind === 'files';
		const isOther = origin?.kind === 'files' && isFiles && next.path !== origin.path;
		update({origin: next, loaded: {step: 'reading', count: 0}, isReviewing: false, ...(isOther && unchosen)});
		if (isFiles) {
			announce(undefined);
		}

		reading.start(
			async ({signal}) =>
				loadPlan(session, next, {signal, onProgress: count => update({loaded: {step: 'reading', count}})}),
			result => {
				update({loaded: result});
				// The path is asked for again.
				if (isFiles && result.step === 'failed') {
					announce(bad(`✗ ${sanitise(result.problem)}`));
				}
			},
		);
	};

	const again = () => {
		start(origin!);
	};

	const editAt = (place: {readonly file: string; readonly line: number}) => {
		void handOver(async () => {
			const files = await services.files();
			const problem = await files.edit(resolve(place.file), place.line);
			again();
			if (problem !== undefined) {
				announce(bad(`✗ ${sanitise(problem)}.`));
			}
		});
	};

	const back = () => {
		if (from === undefined) {
			update({loaded: undefined});
		} else {
			pop();
		}
	};

	const canUndo = copied !== undefined && ledger?.changes.undoableItems(copied, {limit: 1}).length !== 0;
	const isTakenBack = copied !== undefined && !canUndo;
	const onShown = useEffectEvent(() => {
		if (from !== undefined && (loaded === undefined || isTakenBack)) {
			start(from);
		}
	});
	useEffect(() => {
		if (isTop) {
			onShown();
		}
	}, [isTop]);
	const leave = useEffectEvent(() => {
		if (from !== undefined) {
			void services.leave(session);
		}
	});
	useEffect(
		() => () => {
			leave();
		},
		[],
	);

	if (view !== undefined) {
		return view;
	}

	if (origin === undefined || (from === undefined && (loaded === undefined || loaded.step === 'failed'))) {
		return (
			<PathView
				path={origin?.kind === 'files' ? origin.path : undefined}
				onAccept={typed => {
					start({kind: 'files', path: typed});
				}}
			/>
		);
	}

	const title = originTitle(origin, session.profile.name);
	if (loaded?.step !== 'planned' && loaded?.step !== 'mistakes') {
		const what =
			origin.kind === 'files'
				? 'Reading the file and listing the account'
				: `Listing ${sanitise(origin.session.profile.name)} and ${sanitise(session.profile.name)}`;
		const isFailed = loaded?.step === 'failed';
		const count = loaded?.step === 'reading' ? loaded.count : 0;
		const progress = `${what} …${count === 0 ? '' : ` ${numberText(count)} so far.`}`;
		return (
			<Question
				scope="file-reading"
				title={title}
				of={{
					asked: isFailed
						? bad(sentence(`✗ ${sanitise(loaded.problem)}`))
						: `${progress} ${keyOf('file-reading', 'back')}: stop`,
				}}
				guards={{isIdle: isFailed}}
				actions={{refresh: again, ...(!isFailed && {back: reading.cancel})}}
			/>
		);
	}

	const frame = {title, onEditor: from === undefined ? editAt : undefined, onRefresh: again, onBack: back};
	if (loaded.step === 'mistakes' || plan?.ok !== true) {
		const planned = plan?.ok === false ? plan.mistakes : [];
		return <MistakesView {...frame} mistakes={loaded.step === 'mistakes' ? loaded.mistakes : planned} />;
	}

	return isReviewing ? (
		<FileReviewView source={source!} plan={plan} choices={choices} runner={runner} />
	) : (
		<PlanView
			{...frame}
			source={source!}
			plan={plan}
			state={state}
			update={update}
			undoable={canUndo ? copied : undefined}
		/>
	);
}

/** The kind of all changes, or `mixed`. */
function kindOf(changes: readonly FileChange[]): BatchKind {
	const kinds = new Set(changes.map(change => verbOf(change)));
	const [kind = 'mixed'] = kinds;
	return kinds.size > 1 ? 'mixed' : kind;
}

type FileReviewViewProps = {
	readonly source: PlanSource;
	readonly plan: ChosenPlan;
	readonly choices: PlanChoices;
	readonly runner: Runner;
};

/** The question before the changes of a plan are made: what they are, and the command that does the same. It is answered with their number. */
function FileReviewView({source, plan, choices, runner}: FileReviewViewProps) {
	const session = useSession();
	const {columns} = useTextSize();
	const {
		chosen: {changes: chosen, from},
	} = plan;
	const undo =
		from === undefined ? `${keyOf('list', 'undo')} in the list` : `${keyOf('file-plan', 'undo')} in the plan`;
	const command = planCommand(source, plan, choices, session);
	const count = chosen.length;
	const rows = useMemo(() => {
		const lines = layOutPlan({changes: chosen, warnings: plan.warnings, kept: [], unmanaged: [], isOpen: false});
		return planRows(lines, unchosen.leftOut, columns - 2);
	}, [chosen, plan.warnings, columns]);
	const counts = useMemo(
		() => breakdownOf(chosen.map(change => (change.kind === 'create' ? change.input : change.of))),
		[chosen],
	);
	const gone = useMemo(() => chosen.flatMap(change => (change.kind === 'create' ? [] : [change.of])), [chosen]);
	const survey = useRecreationSurvey(gone);
	const onConfirm = () => {
		runner.run(async options =>
			applyFileChanges(session.changes, chosen, {
				...options,
				isUnprotected: choices.unprotect,
				planAgain(records) {
					const again = planChanges(source.files, {...source.account, listed: notificationsOf(records)}, choices);
					return again.ok ? again.plan.changes : undefined;
				},
			}),
		);
	};

	const what = count === 1 ? 'this change' : `these ${numberText(count)} changes`;
	const whence = from === undefined ? '' : `, from ${sanitise(from)}`;
	return (
		<Question
			hint="apply"
			title="review"
			of={{
				asked: asks(`Apply ${what} on ${placeOf(session)}${whence}?`),
				summary: counts,
				consequences: [
					countText(plan.chosen),
					warningsSaid(plan.warnings),
					survey !== undefined && notesSaid(lossNotes(survey, count, keyOf('list', 'undo'))),
					losingTexts(plan.chosen).map(text => warning(`! ${text}`)),
					unknownTexts({...plan.chosen, templatesNotCompared: 0}),
					consequences(chosen, survey, undo),
				],
				shownCommand: command === undefined ? 'No single command does the same.' : sanitise(command),
				rows,
				command,
			}}
			answer={{count, wait: survey === undefined ? checkingText : undefined, onConfirm}}
			runner={runner}
		/>
	);
}

/** The consequences of the changes for IDs, and how to undo them, as far as `survey` knows. */
function consequences(chosen: readonly FileChange[], survey: RecreationSurvey | undefined, undo: string): string {
	const has = (kind: FileChange['kind']) => chosen.some(change => change.kind === kind);
	const isExact = survey !== undefined && survey.contentUnknown + survey.undocumented + survey.incomplete === 0;
	return joined(
		[
			has('replace') &&
				'What is replaced gets a new ID: the new one is created and listed before the old one is deleted.',
			has('delete') && 'Deletions start when all else is done.',
			isExact && `${undo} undoes ${chosen.length === 1 ? 'it' : 'all of it'}.`,
		],
		' ',
	);
}

/** A path that is typed, and the paths offered below it. */
type PathField = {
	/** Undefined while the field has the offered path under the cursor, which typing replaces. */
	readonly typed: TextState | undefined;
	readonly offered: readonly string[];
};

/** The field completed by the paths that begin with its text: the only one, or what all of them begin with and the paths to choose from. */
export function completedBy(edit: TextState, paths: readonly string[]): PathField {
	const text = commonStart(paths);
	return {
		typed: text.length > edit.text.length ? editAtEnd(text) : edit,
		offered: paths.length === 1 ? [] : paths,
	};
}

type PathViewProps = {
	/** The path to begin with; by default the one that was planned last. */
	readonly path: string | undefined;
	/** Called with the path as an absolute one. */
	readonly onAccept: (path: string) => void;
};

/** Asks for the path of a file or a folder, and completes it. */
function PathView({path, onAccept}: PathViewProps) {
	const {services, ledger, profileKey} = useSession();
	const {announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const [recent] = useState(() => recentPaths(ledger, profileKey, path));
	const [field, setField] = useState<PathField>(() => ({
		typed: recent.length === 0 ? editAtEnd('') : undefined,
		offered: recent,
	}));
	const {typed, offered} = field;
	const isChosen = typed === undefined;
	const none = 'A YAML or JSON file of notifications, or a folder with such files. Nothing is sent before you confirm.';
	const which = offered === recent ? 'Planned here before:' : `${keyOf('plan-file', 'down')} chooses one of these:`;
	const above = cutTo(linesOf(faint(offered.length === 0 ? none : which), columns), rows - 1);
	const list = useList(offered, Math.max(0, rows - 1 - above.length));
	const edit = typed ?? {...editAtEnd(offered[list.selected]!), isSelected: true};
	const choose = () => {
		setField({...field, typed: undefined});
	};

	const type = (next: TextState) => {
		setField({typed: next, offered: next.text === '' ? recent : []});
	};

	const move = (to: 'up' | 'down') => () => {
		if (offered.length > 0) {
			list.moves[isChosen ? to : 'first']();
			choose();
		}
	};

	const keys = useKeys('plan-file', {
		actions: {
			async accept() {
				const files = await services.files();
				if (edit.text.trim() === '') {
					announce({text: 'Type the path of a file.'});
				} else {
					onAccept(files.resolve(edit.text));
				}
			},
			async complete() {
				const files = await services.files();
				const found = await files.complete(edit.text);
				if (found.length === 0) {
					announce({
						text: `No folder and no .yaml, .yml, .json or .jsonl file begins with ${sanitise(edit.text)}`,
					});
				} else {
					setField(current => (current === field ? completedBy(edit, found) : current));
				}
			},
			up: move('up'),
			down: move('down'),
		},
		onKey(key) {
			const next = editText(edit, key);
			if (next !== undefined) {
				type(next);
			}
		},
		onPaste(text) {
			type(insertText(edit, onOneLine(text)));
		},
	});

	return (
		<Frame keys={keys}>
			<PromptLine prompt=" File or folder: " columns={columns} {...edit} />
			<Lines lines={above} />
			<List
				of={{
					...list,
					selected: isChosen ? list.selected : -1,
					selectAt(index) {
						list.selectAt(index);
						choose();
					},
				}}
				textAt={index => truncateStart(sanitiseCell(offered[index]!), columns - 3)}
			/>
		</Frame>
	);
}

/** The paths that were planned last, the one to begin with first. */
function recentPaths(
	ledger: Pick<AwaitedLedger, 'planned'> | undefined,
	profileKey: string,
	path: string | undefined,
): readonly string[] {
	let known: readonly string[] = [];
	void bestEffort(() => {
		known = ledger?.planned.paths(profileKey) ?? [];
	});
	return [...new Set([...(path === undefined ? [] : [path]), ...known])];
}
