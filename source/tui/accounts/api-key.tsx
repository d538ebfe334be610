import path from 'node:path';
import {Box, Text} from 'ink';
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import {isKeyRefusal, type Failure} from '../../service/failure.ts';
import type {KeyCommandWait} from '../../config/key-command.ts';
import {checkAccount, placeOf, type AccountChange, type AccountDecision} from '../../account/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {cursorSign} from '../ui/fit.ts';
import {acceptedNotice, checkSaid, instructionTexts, rejectionSaid, typedKeyFailure} from './connect.tsx';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useNavigation, type Notice} from '../ui/navigation.ts';
import {useSession} from '../ui/session.ts';
import {TextField} from '../ui/text-field.tsx';
import {useScroll, useTextSize} from '../ui/list.tsx';
import {useTextInput} from '../keys/text-edit.ts';
import {theme} from '../ui/theme.ts';
import {bad, faint, linesOf, warning, Lines, type Line} from '../ui/line.tsx';
import {useTask} from '../ui/use-task.ts';
import type {Clock} from '../../platform/clock.ts';
import {wrap} from '../../terminal/width.ts';
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
	const [problem, setProblem] = useState<string>();
	const [refused, setRefused] = useState(0);
	const [wait, setWait] = useState<KeyCommandWait>();
	const [failure, setFailure] = useState<Failure>();
	const {isRunning: isChecking, start, cancel} = useTask();
	const {accepts, hasIgnored} = useTypeAheadGuard(isOffered, services.clock);

	/** Checks the typed key. Without one, runs the profile's key command and checks the key that it prints. */
	const accept = () => {
		setProblem(undefined);
		setFailure(undefined);
		const isFromCommand = keyCommand !== undefined && edit.text === '';
		start(
			async ({signal}) => {
				const key = isFromCommand
					? await services.runKeyCommand(session, {signal, onWait: setWait})
					: {ok: true as const, value: edit.text};
				const renewed = key.ok ? services.renewKey(session, key.value) : key;
				if (!renewed.ok) {
					return {problem: renewed.problem};
				}

				const {change} = renewed;
				const checked = await checkAccount(change, signal);
				if (!checked.ok) {
					return {failure: checked.failure};
				}

				const decision = await services.keyDecisions.judge(change, checked.value.records);
				const decided = decision === 'unsure' ? undefined : await services.keyDecisions.decide(change, decision);
				return {change, decided};
			},
			result => {
				if ('problem' in result) {
					setProblem(result.problem);
				} else if ('failure' in result) {
					setFailure(result.failure);
					setRefused(count => (isKeyRefusal(result.failure) ? count + 1 : count));
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

	const failed = failure?.kind === 'cancelled' ? undefined : failure;
	const report = linesOf(
		failed === undefined
			? rejection && rejectionSaid(rejection, notice)
			: checkSaid(edit.text === '' ? failed : typedKeyFailure(failed), isKeyRefusal(failed) ? refused : 0),
		columns,
	);
	const waiting =
		wait === undefined
			? 'Checking with the service …'
			: `Waiting for ${wait.command}: ${wait.seconds} s of at most ${wait.limit} s.`;
	const below = linesOf(
		[
			problem !== undefined && bad(`✗ ${sanitise(problem)}`),
			isChecking && `${waiting} ${keyOf('key', 'back')}: cancel`,
			wait !== undefined && wait.said !== '' && warning(`${wait.command}: ${wait.said}`),
			hasIgnored && edit.text === '' && faint('Keys typed before this screen opened were ignored.'),
		],
		columns,
	);
	const room = Math.max(1, rows - below.length - 1);
	const command = keyCommand && sanitise(path.basename(keyCommand[0] ?? ''));
	const instruction =
		instructionTexts(new URL(connection.baseUrl).host, rejection !== undefined, command)
			.map(text => linesOf(text, columns))
			.find(lines => lines.length <= room - report.length) ?? [];
	const height = Math.max(1, room - instruction.length);
	const hasGaps = report.length + instruction.length + 2 <= room;
	const {top, moves} = useScroll(report.length, height);

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

	const status = report.length > height ? ['pgup pgdn: more', 'pgup pgdn'] : '';
	return (
		<Frame keys={keys} status={status}>
			<Lines lines={report} top={top} height={height} />
			<Lines lines={instruction} />
			{hasGaps && <Text> </Text>}
			<Box flexShrink={0}>
				<Text {...theme.focus}>{` ${cursorSign(true)} API key  `}</Text>
				<TextField
					text={edit.text}
					cursor={isChecking ? undefined : edit.cursor}
					width={Math.max(3, columns - 14)}
					placeholder="paste the key"
					isSecret
				/>
			</Box>
			{hasGaps && <Text> </Text>}
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
	const ready = useRef(!isNeeded);
	const wait = useRef<AbortController>(undefined);
	const [hasIgnored, setHasIgnored] = useState(false);

	const startWait = () => {
		wait.current?.abort();
		const controller = new AbortController();
		wait.current = controller;
		void (async () => {
			try {
				await clock.sleep(pauseTime, controller.signal);
			} catch {
				return;
			}

			ready.current ||= !controller.signal.aborted;
		})();
	};

	const begin = useEffectEvent(() => {
		if (!ready.current) {
			startWait();
		}
	});
	useEffect(() => {
		begin();
		return () => {
			wait.current?.abort();
		};
	}, []);

	return {
		hasIgnored,
		accepts() {
			if (ready.current) {
				return true;
			}

			setHasIgnored(true);
			startWait();
			return false;
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
	return (
		<Question
			scope="account"
			of={{
				asked: asks(
					`Is this another account, or a new key for ${placeOf({...change.session, connection: change.connection})}?`,
				),
				consequences: [
					answerLines('y', 'A new key. History, drafts, undo and pending changes are kept.', columns),
					answerLines('n', 'Another account. Nothing of the earlier one is shown; its key opens it again.', columns),
					'chainbell cannot tell: the listing does not have the notifications that were there before.',
				],
			}}
			actions={{same: decide('same'), another: decide('another')}}
		/>
	);
}

/** The lines of an answer, which follow its first word. */
const answerLines = (key: string, text: string, columns: number): Line[] =>
	wrap(text, columns - 5).map((line, index) => ({text: `${index === 0 ? key : ' '}  ${line}`}));
