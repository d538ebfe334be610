import {placeOf, type AccountChange, type AccountDecision} from '../../account/session.ts';
import {wrap} from '../../terminal/width.ts';
import {acceptedNotice} from '../api-key/key-report.ts';
import {useKeys} from '../keys/use-keys.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useTextSize} from '../shared/reader.ts';
import type {Notice} from '../shared/route.ts';
import {useSession} from '../shared/session-context.ts';
import type {Line} from '../ui/line.ts';
import {asks, useQuestion, Question} from '../ui/question.tsx';
import {useTask} from '../ui/use-task.ts';

const notices = {
	same: 'The account is the same: its history, drafts and pending changes are kept.',
	another: 'This is another account. Its history is separate.',
} as const satisfies Record<AccountDecision, string>;

/** Asks whether a new API key belongs to the account used before. Shown when the listing cannot answer this. */
export function AccountScreen({
	change,
	notice,
}: {
	readonly change: AccountChange;
	readonly notice?: Notice | undefined;
}) {
	const {services, replaceSession} = useSession();
	const {pop, announce} = useNavigation();
	const {start} = useTask();

	const decide = (decision: AccountDecision) => () => {
		start(
			async () => services.keyDecisions.decide(change, decision),
			decided => {
				if (!decided.ok) {
					announce({tone: 'bad', text: `✗ ${decided.problem} Nothing was changed.`});
					return;
				}

				replaceSession(decided.session);
				// The notice is about pending work of the previous account.
				pop(acceptedNotice(decision === 'same' ? notice : undefined, `✓ API key accepted. ${notices[decision]}`), [
					'key',
				]);
			},
		);
	};

	const {columns} = useTextSize();
	const asked = useQuestion({
		asked: asks(
			`Is this another account, or a new key for ${placeOf({...change.session, connection: change.connection})}?`,
		),
		consequences: [
			answerLines('y', 'A new key. History, drafts, undo and pending changes are kept.', columns),
			answerLines('n', 'Another account. Nothing of the earlier one is shown; its key opens it again.', columns),
			'chainbell cannot tell: the listing does not have the notifications that were there before.',
		],
	});
	const keys = useKeys('account', {
		question: asked.question,
		actions: {...asked.actions, same: decide('same'), another: decide('another')},
	});
	return <Question of={asked} keys={keys} />;
}

/** The lines of an answer, which follow its first word. */
const answerLines = (key: string, text: string, columns: number): Line[] =>
	wrap(text, columns - 5).map((line, index) => ({text: `${index === 0 ? key : ' '}  ${line}`}));
