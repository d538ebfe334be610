import {Box, Text} from 'ink';
import {useState} from 'react';
import {isKeyRefusal, type Failure} from '../../api/failure.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {TextField} from '../shared/text-field.tsx';
import {useOperation} from '../shared/use-operation.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {messages} from '../shared/message.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {checkAccount} from '../../session/check-account.ts';
import {
	editAtEnd,
	editText,
	insertText,
	onOneLine,
} from '../shared/text-edit.ts';
import type {Notice} from '../shared/route.ts';
import {useScroll} from '../shared/use-list-window.ts';
import {theme} from '../theme.ts';
import {checkLines, instructionLines, rejectionLines} from './key-report.ts';
import {useQuietStart} from './use-quiet-start.ts';

export type KeyScreenProps = {
	/** The failure that made another key necessary. */
	readonly rejection?: Failure | undefined;
	/** Shown again when the screen is left without another key. */
	readonly notice?: Notice | undefined;
	/** The program opened the screen, not the operator. */
	readonly isOffered?: boolean;
};

/** Asks for another API key for the same service, checks it with the service and goes back. */
export function KeyScreen({rejection, notice, isOffered = false}: KeyScreenProps) {
	const session = useSession();
	const {connection, services, replaceSession} = session;
	const {pop, push} = useNavigation();
	const {columns, rows} = useBodySize();
	const [edit, setEdit] = useState(editAtEnd(''));
	const [problem, setProblem] = useState<string | undefined>(undefined);
	const [failure, setFailure] = useState<Failure | undefined>(undefined);
	const {isRunning: isChecking, start, cancel} = useOperation();
	const {accepts, hasIgnored} = useQuietStart(isOffered, services.clock);

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
			} else if (checked.decided?.ok) {
				replaceSession(checked.decided.session);
				pop({tone: 'good', text: '✓ API key accepted (this session only).'});
			} else {
				push({name: 'account', change});
			}
		});
	};

	const failed = failure?.kind === 'cancelled' ? undefined : failure;
	const report = [
		...failed !== undefined || rejection === undefined ? [] : rejectionLines(rejection, columns),
		...failed === undefined ? [] : checkLines(failed, isKeyRefusal(failed), columns),
	];
	const below = [
		...problem === undefined ? [] : messages('bad', `✗ ${problem}`, columns),
		...isChecking ? messages('plain', `Checking with the service … ${keyOf('key', 'back')}: cancel`, columns) : [],
		...hasIgnored && edit.text === '' ? messages('faint', 'Keys typed before this screen opened were ignored.', columns) : [],
	];
	const room = Math.max(1, rows - below.length - 1);
	const instruction = instructionLines(new URL(connection.baseUrl).host, rejection !== undefined, columns, room - report.length);
	const height = Math.max(1, room - instruction.length);
	const hasGaps = report.length + instruction.length + 2 <= room;
	const {top, moves} = useScroll(report.length, height);

	const keys = useKeys('key', {
		actions: {
			'page-up': moves['page-up'],
			'page-down': moves['page-down'],
			accept() {
				if (accepts()) {
					accept();
				}
			},
			back() {
				if (isChecking) {
					cancel();
				} else {
					pop(notice);
				}
			},
		},
		onKey(key) {
			if (accepts()) {
				setEdit(current => editText(current, key) ?? current);
			}
		},
		onPaste(text) {
			if (accepts()) {
				setEdit(current => insertText(current, onOneLine(text)));
			}
		},
	});

	const status = report.length > height ? 'pgup pgdn: more' : '';
	return (
		<Frame keys={keys} header={<Header status={status}/>}>
			<Messages messages={report.slice(top, top + height)}/>
			<Messages messages={instruction}/>
			{hasGaps && <Text> </Text>}
			<Box flexShrink={0}>
				<Text {...theme.focus}> &gt; API key  </Text>
				<TextField text={edit.text} cursor={isChecking ? undefined : edit.cursor} width={Math.max(3, columns - 14)} placeholder='paste the key' isSecret/>
			</Box>
			{hasGaps && <Text> </Text>}
			<Messages messages={below}/>
		</Frame>
	);
}
