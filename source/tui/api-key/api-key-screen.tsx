import {Box, Text} from 'ink';
import {useState} from 'react';
import type {Failure} from '../../api/failure.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {TextField} from '../shared/text-field.tsx';
import {useOperation} from '../shared/use-operation.ts';
import {useKeys} from '../keys/use-keys.ts';
import {failureMessages, messages} from '../shared/message.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {checkAccount} from '../../session/check-account.ts';
import {
	editAtEnd,
	editText,
	insertText,
	onOneLine,
} from '../shared/text-edit.ts';
import {theme} from '../theme.ts';

export type KeyScreenProps = {
	/** The failure that made another key necessary. */
	readonly rejection?: Failure | undefined;
};

/** Asks for another API key for the same service, checks it with the service and goes back. */
export function KeyScreen({rejection}: KeyScreenProps) {
	const session = useSession();
	const {connection, services, replaceSession} = session;
	const {pop, push} = useNavigation();
	const {columns} = useBodySize();
	const [edit, setEdit] = useState(editAtEnd(''));
	const [problem, setProblem] = useState<string | undefined>(undefined);
	const [failure, setFailure] = useState<Failure | undefined>(undefined);
	const {isRunning: isChecking, start, cancel} = useOperation();

	const accept = () => {
		const renewed = services.renewKey(session, edit.text);
		setProblem(renewed.ok ? undefined : renewed.problem);
		if (!renewed.ok) {
			return;
		}

		const {change} = renewed;
		setFailure(undefined);
		start(async signal => {
			const checked = await checkAccount(change, signal);
			if (!checked.ok) {
				return checked;
			}

			const decision = await services.accountChanges.judge(change, checked.value.records);
			const decided = decision === 'unsure' ? undefined : await services.accountChanges.decide(change, decision);
			return {ok: true as const, decided};
		}, checked => {
			if (!checked.ok) {
				setFailure(checked.failure);
			} else if (!checked.decided?.ok) {
				push({name: 'account', change});
			} else {
				replaceSession(checked.decided.session);
				pop({tone: 'good', text: '✓ API key accepted (this session only).'});
			}
		});
	};

	const keys = useKeys('key', {
		actions: {
			accept,
			back() {
				if (isChecking) {
					cancel();
				} else {
					pop();
				}
			},
		},
		onKey(key) {
			setEdit(current => editText(current, key) ?? current);
		},
		onPaste(text) {
			setEdit(current => insertText(current, onOneLine(text)));
		},
	});

	return (
		<Frame keys={keys} header={<Header/>}>
			<Messages messages={messages('plain', introduction(new URL(connection.baseUrl).host, rejection), columns)}/>
			<Text> </Text>
			<Box>
				<Text {...theme.focus}> &gt; API key  </Text>
				<TextField text={edit.text} cursor={isChecking ? undefined : edit.cursor} width={Math.max(3, columns - 14)} placeholder='paste the key' isSecret/>
			</Box>
			<Text> </Text>
			<Messages messages={[
				...problem === undefined ? [] : messages('bad', `✗ ${problem}`, columns),
				...failure === undefined ? [] : failureMessages(failure, columns),
				...isChecking ? messages('plain', 'Checking with the service … esc: cancel', columns) : [],
			]}/>
		</Frame>
	);
}

function introduction(host: string, rejection: Failure | undefined): string {
	const words = sanitise(rejection?.serverMessage ?? '');
	return `The service rejected your API key (401)${words === '' ? '' : `: "${words}"`}. Enter another key for ${host}; your work is kept.`;
}
