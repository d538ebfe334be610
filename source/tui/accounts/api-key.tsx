import path from 'node:path';
import {useCallback, useRef, useState} from 'react';
import {isKeyRefusal, type Failure} from '../../service/failure.ts';
import type {KeyCommandWait} from '../../config/key-command.ts';
import {checkAccount, placeOf, type AccountChange, type AccountDecision} from '../../account/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {cursorSign, scrollStatus} from '../ui/layout.ts';
import {acceptedNotice, checkSaid, instructionText, keyWaitSaid, rejectionSaid, typedKeyFailure} from './connect.tsx';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useNavigation, type Notice} from '../ui/navigation.ts';
import {useSession} from '../ui/session.ts';
import {PromptLine} from '../ui/text-field.tsx';
import {useScroll} from '../ui/list.tsx';
import {useTextInput} from '../keys/text-edit.ts';
import {bad, faint, gap, linesOf, Lines, type Said} from '../ui/line.tsx';
import {useAsync, useTask} from '../ui/use-task.ts';
import type {Clock} from '../../platform/clock.ts';
import {asks, Question} from '../ui/question.tsx';

type KeyScreenProps = {
	/** The failure that made another key necessary, if there is one. */
	readonly rejection?: Failure | undefined;
	/** The notice that is shown again when the operator leaves the screen without another key. */
	readonly notice?: Notice | undefined;
	/** Whether the program opened the screen, not the operator. */
	readonly isOffered?: boolean;
};

/** Asks for another API key for the same service, checks it with the service and goes back. */
export function KeyScreen({rejection, notice, isOffered = false}: KeyScreenProps) {
	const session = useSession();
	const {
		connection,
		services,
		replaceSession,
		profile: {keyCommand},
	} = session;
	const {pop, push} = useNavigation();
	const {columns, rows} = useBodySize();
	const {edit, keys: typed} = useTextInput();
	/** What the last attempt came to. */
	const [said, setSaid] = useState<Said>();
	const refused = useRef(0);
	const [wait, setWait] = useState<KeyCommandWait>();
	const {isRunning: isChecking, start, cancel} = useTask();
	const {accepts, hasIgnored} = useTypeAheadGuard(isOffered, services.clock);

	/** Checks the typed key. Without one, runs the profile's key command and checks the key that it prints. */
	const accept = () => {
		setSaid(undefined);
		const isFromCommand = keyCommand !== undefined && edit.text === '';
		start(
			async ({signal}) => {
				const key = isFromCommand
					? await services.runKeyCommand(session, {signal, onWait: setWait})
					: {ok: true as const, value: edit.text};
				const renewed = key.ok ? services.renewKey(session, key.value) : key;
				if (!renewed.ok) {
					return {said: bad(`✗ ${sanitise(renewed.problem)}`)};
				}

				const {change} = renewed;
				const checked = await checkAccount(change, signal);
				if (!checked.ok) {
					const {failure} = checked;
					refused.current += Number(isKeyRefusal(failure));
					const shown = isFromCommand ? failure : typedKeyFailure(failure);
					return {said: checkSaid(shown, isKeyRefusal(failure) ? refused.current : 0)};
				}

				const decision = await services.keyDecisions.judge(change, checked.value.records);
				const decided = decision === 'unsure' ? undefined : await services.keyDecisions.decide(change, decision);
				return {change, decided};
			},
			result => {
				if ('said' in result) {
					setSaid(result.said);
				} else if (result.decided?.ok) {
					replaceSession(result.decided.session);
					pop(
						acceptedNotice(notice, isFromCommand ? '✓ API key accepted.' : '✓ API key accepted (this session only).'),
					);
				} else {
					push({name: 'account', change: result.change, notice});
				}
			},
		);
	};

	const below = linesOf(
		[
			isChecking && (keyWaitSaid(wait) ?? `Checking with the service … ${keyOf('key', 'back')}: cancel`),
			hasIgnored && edit.text === '' && faint('Keys typed before this screen opened were ignored.'),
		],
		columns,
	);
	const room = Math.max(1, rows - below.length - 1);
	const command = keyCommand && sanitise(path.basename(keyCommand[0] ?? ''));
	const instruction = instructionText(new URL(connection.baseUrl).host, rejection !== undefined, command);
	const lines = linesOf([said ?? (rejection && rejectionSaid(rejection, notice)), instruction, gap], columns);
	const {top, moves} = useScroll(lines.length, room);

	const keys = useKeys('key', {
		actions: {
			...moves,
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
				typed.onKey(key);
			}
		},
		onPaste(text) {
			if (accepts()) {
				typed.onPaste(text);
			}
		},
	});

	return (
		<Frame keys={keys} status={scrollStatus(top, room, lines.length)}>
			<Lines lines={lines} top={top} height={room} />
			<PromptLine
				prompt={`${cursorSign(true)} API key  `}
				role="focus"
				columns={columns}
				text={edit.text}
				cursor={isChecking ? undefined : edit.cursor}
				placeholder="paste the key"
				isSecret
			/>
			<Lines lines={below} />
		</Frame>
	);
}

/** The pause in milliseconds after which key presses are meant for the screen that is shown. */
const pauseTime = 500;

/**
Ignores keys typed for the previous screen, on a screen that opened by itself, until there is a pause.

@param isNeeded - False for a screen that the operator opened.
@param clock - Measures the pause.
*/
function useTypeAheadGuard(isNeeded: boolean, clock: Clock) {
	const isReady = useRef(!isNeeded);
	const [ignored, setIgnored] = useState(0);
	const pause = useCallback(
		async (signal: AbortSignal) => {
			await clock.sleep(pauseTime, signal);
			isReady.current = true;
		},
		[clock],
	);
	// Each key that is ignored begins another pause.
	useAsync(isNeeded ? pause : undefined, ignored);
	return {
		hasIgnored: ignored > 0,
		accepts() {
			if (!isReady.current) {
				setIgnored(count => count + 1);
			}

			return isReady.current;
		},
	};
}

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
					announce(bad(`✗ ${decided.problem} Nothing was changed.`));
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

	return (
		<Question
			scope="account"
			of={{
				asked: asks(
					`Is this another account, or a new key for ${placeOf({...change.session, connection: change.connection})}?`,
				),
				consequences: [
					{label: 'y', text: 'A new key. History, drafts, undo and pending changes are kept.'},
					{label: 'n', text: 'Another account. Nothing of the earlier one is shown; its key opens it again.'},
					'chainbell cannot tell: the listing does not have the notifications that were there before.',
				],
			}}
			actions={{same: decide('same'), another: decide('another')}}
		/>
	);
}
