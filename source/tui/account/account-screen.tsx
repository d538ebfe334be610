import type {AccountChange, AccountDecision} from '../../session/account-change.ts';
import {placeOf} from '../../session/session.ts';
import {acceptedNotice} from '../api-key/key-report.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {questionLines} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';
import type {Notice} from '../shared/route.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {useOperation} from '../shared/use-operation.ts';
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
		start(async () => services.accountChanges.decide(change, decision), decided => {
			if (!decided.ok) {
				announce({tone: 'bad', text: `✗ ${decided.problem} Nothing was changed.`});
				return;
			}

			replaceSession(decided.session);
			// The notice is about pending work of the previous account.
			pop(acceptedNotice(decision === 'same' ? notice : undefined, `✓ API key accepted. ${notices[decision]}`), ['key']);
		});
	};

	const {asked, rest} = accountQuestion(placeOf({...change.session, connection: change.connection}), {columns, rows});

	const keys = useKeys('account', {
		// At least the beginning of the answers can be read, too.
		question: {isShown: asked.length < rows},
		actions: {
			same: decide('same'),
			another: decide('another'),
			back() {
				pop();
			},
		},
	});

	return (
		<Frame keys={keys} header={<Header/>}>
			<Messages messages={questionLines(asked, rest, rows)}/>
		</Frame>
	);
}
