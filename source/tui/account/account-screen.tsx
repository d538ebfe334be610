import {type AccountChange, type AccountDecision, placeOf} from '../../session/session.ts';
import {acceptedNotice} from '../api-key/key-report.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import type {Notice} from '../shared/route.ts';
import {useNavigation} from '../shared/navigation.ts';
import {layOutObject} from '../shared/question-layout.ts';
import {QuestionBody} from '../shared/question-body.tsx';
import {useSession} from '../shared/session-context.ts';
import {useOperation} from '../shared/use-operation.ts';
import {useQuestionScroll} from '../shared/use-question-scroll.ts';
import {accountQuestion} from './account-lines.ts';

export type AccountScreenProps = {
	readonly change: AccountChange;
	/** The notice that was shown when the previous key was refused. */
	readonly notice?: Notice | undefined;
};

const notices = {
	same: 'The account is the same: its history, drafts and pending changes are kept.',
	another: 'This is another account. Its history is separate.',
} as const satisfies Record<AccountDecision, string>;

/** Asks whether a new API key belongs to the account used before. Shown when the listing cannot answer this. */
export function AccountScreen({change, notice}: AccountScreenProps) {
	const {services, replaceSession} = useSession();
	const {pop, announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const {start} = useOperation();

	const decide = (decision: AccountDecision) => () => {
		start(
			async () => services.accountChanges.decide(change, decision),
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

	const {asked, rest} = accountQuestion(placeOf({...change.session, connection: change.connection}), {columns, rows});
	const layout = layOutObject({asked, object: [], status: [], consequences: rest}, 0, rows);
	const {top, moves, question} = useQuestionScroll(layout);

	const keys = useKeys('account', {
		question,
		actions: {
			...moves,
			same: decide('same'),
			another: decide('another'),
			back() {
				pop();
			},
		},
	});

	return (
		<Frame keys={keys} header={<Header status={scrollStatus(top, layout.height, layout.count)} />}>
			<QuestionBody layout={layout} top={top}>
				{() => undefined}
			</QuestionBody>
		</Frame>
	);
}
