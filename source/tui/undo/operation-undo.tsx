import {Box, Text} from 'ink';
import {useMemo} from 'react';
import {withoutText} from '../../domain/without-members.ts';
import {placeOf} from '../../session/session.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {placeLosses} from '../shared/loss-lines.ts';
import {fittingQuestion, messages, questionLines} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {reasonText} from '../shared/reason-text.ts';
import {useSession} from '../shared/session-context.ts';
import {TextLines} from '../shared/text-lines.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import {useNow} from '../shared/use-now.ts';
import {phaseTexts} from '../form/phase-text.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {theme} from '../theme.ts';
import {nothingToUndo} from '../shared/nothing-to-undo.ts';
import {changeName, duplicateLines, undoLines, undoLossLines, undoOutcomeLines, undoQuestion} from './undo-lines.ts';
import {useUndo} from './use-undo.ts';

export type OperationUndoProps = {
	/** The ID of the operation; undefined if there is nothing to undo. */
	readonly operation: number | undefined;
};

/** Asks for confirmation before an operation is undone, and undoes it. */
export function OperationUndo({operation}: OperationUndoProps) {
	const session = useSession();
	const {profile, profileKey, ledger} = session;
	const {pop, push} = useNavigation();
	const {columns, rows} = useBodySize();
	const {plan, outcome, duplicates, refused, phases, run, omit, cancel} = useUndo(operation);
	const now = useNow(session.services.clock, phases === undefined ? undefined : 1000);
	const possible = plan === undefined || plan.kind === 'impossible' ? undefined : plan;
	const isRedacted = possible?.kind === 'recreate' && possible.isRedacted;
	const content = useMemo(
		() => possible === undefined ? [] : undoLines(possible, id => ledger?.sent.get(profileKey, id), columns - 2),
		[possible, ledger, profileKey, columns],
	);

	const whyNot = plan?.kind === 'impossible' ? `Cannot undo ${changeName(plan.operation)}. ${reasonText(plan)}` : nothingToUndo(session.pending.get().count, false);
	const ask = (width: number) => possible === undefined
		? messages('bad', whyNot, columns)
		: messages('warning', undoQuestion(possible, placeOf(session), width), columns);
	const asked = fittingQuestion(ask(columns), ask(columns / 2), rows - 2);
	const questionHeight = Math.max(Math.min(asked.length + 1, rows - 2), Math.ceil(rows / 2));
	const details = [
		...isRedacted ? messages('warning', `! It contains the API key, which is never stored: press ${keyOf('undo', 'edit')} to enter it again.`, columns) : [],
		...undoOutcomeLines(outcome, columns),
		...refused.length === 0 ? [] : messages('warning', `${keyOf('undo', 'omit')}: send it ${sanitise(withoutText(refused))}`, columns),
		...duplicateLines(duplicates, columns),
		...phases === undefined ? [] : messages('plain', runningText(possible?.kind, phaseTexts(phases, possible?.kind === 'replace', now)), columns),
	];
	const {inQuestion, above} = placeLosses(width => possible === undefined ? [] : undoLossLines(possible, width), columns, questionHeight - asked.length - details.length);
	const question = questionLines(asked, [...inQuestion, ...details], questionHeight);
	const lines = [...above, ...content];
	const gap = rows < 10 ? 0 : 1;
	const height = Math.max(1, rows - question.length - 1 - (2 * gap));
	const {top, moves} = useScroll(lines.length, height);

	const keys = useKeys('undo', {
		// A different plan or result makes a different question.
		question: {id: [possible?.kind, possible?.operation.id, possible !== undefined && 'target' in possible ? possible.target.id : '', outcome?.kind, duplicates.length, refused.join(',')].join(' '), isShown: rows > 1 && asked.length <= questionHeight},
		guards: {isIdle: phases === undefined, hasRefused: refused.length > 0, canUndo: possible !== undefined && !isRedacted, canEditFirst: possible?.kind === 'recreate', isWritable: !profile.isReadOnly},
		actions: {
			...moves,
			confirm: run,
			omit,
			edit() {
				if (possible?.kind === 'recreate') {
					push({name: 'form', origin: {kind: 'recreate', deletion: {...possible.operation, snapshot: possible.deleted}}});
				}
			},
			back() {
				if (phases === undefined) {
					pop();
				} else {
					cancel();
				}
			},
		},
	});

	return (
		<Frame keys={keys} header={<Header title={possible?.operation.isUndo === true ? 'redo' : 'undo'} status={scrollStatus(top, height, lines.length)}/>}>
			<Messages messages={question}/>
			<Box flexDirection='column' flexShrink={0} marginY={gap}>
				<TextLines hasLabels lines={lines} top={top} height={height}/>
			</Box>
			{phases === undefined && possible !== undefined && !isRedacted && (
				<Text wrap='truncate-end'> Press <Text {...theme.danger}>{keyOf('undo', 'confirm')}</Text> to undo, <Text {...theme.key}>{keyOf('undo', 'back')}</Text> to cancel.</Text>
			)}
		</Frame>
	);
}

/** The text while the undo is running. A deletion has no phases. */
function runningText(kind: string | undefined, phases: readonly string[]): string {
	return kind === 'delete' ? `Deleting … ${keyOf('undo', 'back')}: stop waiting (it may still succeed).` : phases.at(-1) ?? 'Checking …';
}
