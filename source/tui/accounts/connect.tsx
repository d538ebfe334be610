import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {useState, useEffect, useRef} from 'react';
import {isKeyRefusal, type Failure, type Method} from '../../service/failure.ts';
import {checkAccount, type Session, type AccountChange} from '../../account/session.ts';
import type {Services} from '../../account/services.ts';
import {sentence} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {certificateWarning} from '../ui/frame-lines.ts';
import {cursorSign} from '../ui/fit.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {editAtEnd, editText, insertText, onOneLine, type TextState} from '../keys/text-edit.ts';
import {TextField} from '../ui/text-field.tsx';
import {theme} from '../ui/theme.ts';
import {bad, cutTo, failureSaid, faint, linesOf, type Said, gap, Lines} from '../ui/line.tsx';
import {useTask} from '../ui/use-task.ts';
import {type Notice, useNavigation} from '../ui/navigation.ts';
import {recordsOf} from '../../account/listing-state.ts';
import {useListing, useSession} from '../ui/session.ts';

export type ConnectScreenProps = {
	readonly services: Services;
	/** The reason why no account could be opened. */
	readonly problem?: string | undefined;
	/** The base URL, if it is already known. */
	readonly baseUrl?: string | undefined;
	/** The key command that failed to print the API key, and a function that runs it again. */
	readonly keyCommand?: {readonly name: string; readonly run: () => void} | undefined;
	readonly onConnected: (session: Session) => void;
	readonly onSandbox: () => void;
	/** Leaves the screen. Undefined if there is no screen to go back to. */
	readonly onBack?: () => void;
};

const fieldTexts = {
	baseUrl: {label: 'Base URL', placeholder: 'e.g. https://api.example.com/'},
	apiKey: {label: 'API key', placeholder: 'as issued by the provider'},
	name: {label: 'Save as', placeholder: 'profile name (empty: do not save)'},
	source: {label: 'Key from', placeholder: '$VARIABLE or a command (empty: plain text)'},
} as const;

type ConnectField = keyof typeof fieldTexts;

const connectFields = Object.keys(fieldTexts) as ConnectField[];

const introduction = () =>
	'Enter the base URL of the notification service and your API key. ' +
	`Or press ${keyOf('connect', 'sandbox')} to use the sandbox: a service inside this program, which watches no chain and delivers nothing.`;

/** The focused field as a screen reader reads it. The key is counted, not read. */
function readerField(field: ConnectField, text: string): string {
	const {label, placeholder} = fieldTexts[field];
	const typed = field === 'apiKey' ? `${text.length} characters` : sanitise(text);
	return `${label}: ${text === '' ? `empty, ${placeholder}` : typed}, field ${connectFields.indexOf(field) + 1} of ${connectFields.length}`;
}

const problemSaid = (problem: string): Said => bad(sentence(`✗ ${sanitise(problem)}`));

const margin = 12;

/** The introduction is shown if the body has more lines than this. */
const introductionLimit = 10;

/** Asks for a base URL and an API key, checks them with the service, and can save them as a profile. */
export function ConnectScreen({
	services,
	problem,
	baseUrl = '',
	keyCommand,
	onConnected,
	onSandbox,
	onBack,
}: ConnectScreenProps) {
	const {columns, rows} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const empty = editAtEnd('');
	const [edits, setEdits] = useState<Readonly<Record<ConnectField, TextState>>>({
		baseUrl: editAtEnd(baseUrl),
		apiKey: empty,
		name: empty,
		source: empty,
	});
	const [focus, setFocus] = useState<ConnectField>(baseUrl === '' ? 'baseUrl' : 'apiKey');
	/** What is wrong with a field. */
	const [found, setFound] = useState<{readonly field: ConnectField; readonly said: Said}>();
	const {isRunning: isChecking, start, cancel} = useTask();

	const showProblem = (field: ConnectField, said: Said) => {
		setFound({field, said});
		setFocus(field);
	};

	const finish = async (session: Session) => {
		const name = edits.name.text.trim();
		const source = edits.source.text.trim();
		if (name === '') {
			onConnected(session);
			return;
		}

		const profile = {...session.profile, name};
		try {
			await services.saveProfile(name, profile, source);
			onConnected({...session, profile});
		} catch (error) {
			const reason = `API key accepted, but the profile could not be saved: ${(error as Error).message}`;
			showProblem(source === '' ? 'name' : 'source', problemSaid(reason));
		}
	};

	const check = () => {
		const result = services.connect(edits.baseUrl.text, edits.apiKey.text);
		if (!result.ok) {
			showProblem(result.field, problemSaid(result.problem));
			return;
		}

		start(
			async ({signal}) => checkAccount(result.session, signal),
			checked => {
				if (checked.ok) {
					void finish(result.session);
				} else {
					const {failure} = checked;
					showProblem(isKeyRefusal(failure) ? 'apiKey' : 'baseUrl', failureSaid(typedKeyFailure(failure)));
				}
			},
		);
	};

	const move = (by: 1 | -1) => () => {
		setFocus(connectFields.at((connectFields.indexOf(focus) + by) % connectFields.length)!);
	};

	const edit = (edited: TextState | undefined) => {
		if (edited !== undefined && !isChecking) {
			setFound(undefined);
			setEdits({...edits, [focus]: edited});
		}
	};

	const canRun = keyCommand !== undefined && focus === 'apiKey' && edits.apiKey.text === '';
	const acceptField =
		focus === connectFields.at(-1) || (focus === 'name' && edits.name.text.trim() === '') ? check : move(1);
	const keys = useKeys('connect', {
		guards: {canLeave: isChecking || onBack !== undefined},
		actions: {
			next: move(1),
			previous: move(-1),
			accept: canRun ? keyCommand.run : acceptField,
			check,
			sandbox: onSandbox,
			back() {
				if (isChecking) {
					cancel();
				} else {
					onBack?.();
				}
			},
		},
		onKey(key) {
			edit(editText(edits[focus], key));
		},
		onPaste(text) {
			edit(insertText(edits[focus], onOneLine(text).trim()));
		},
	});

	const room = Math.max(3, columns - margin - 1);
	const problemLines = linesOf(problem !== undefined && problemSaid(problem), columns);
	const intro: Said = [
		keyCommand !== undefined &&
			`${keyOf('connect', 'accept')}: run ${sanitise(keyCommand.name)} again for the API key, or type one.`,
		rows > introductionLimit && [faint(introduction()), gap],
	];

	return (
		<Frame
			keys={keys}
			isPlain
			title="connect to a service"
			status={services.acceptsAnyCertificate ? `! ${certificateWarning}` : ''}
		>
			<Lines lines={[...cutTo(problemLines, Math.max(1, rows - connectFields.length)), ...linesOf(intro, columns)]} />
			{isReader && <Text>{readerField(focus, edits[focus].text)}</Text>}
			{connectFields.map(field => (
				<Box key={field} flexDirection="column" flexShrink={0}>
					{!isReader && (
						<Box height={1}>
							<Box width={margin} flexShrink={0}>
								<Text {...(field === focus ? theme.focus : theme.label)}>
									{cursorSign(field === focus)} {fieldTexts[field].label}
								</Text>
							</Box>
							<TextField
								text={edits[field].text}
								cursor={field === focus && !isChecking ? edits[field].cursor : undefined}
								width={room}
								placeholder={fieldTexts[field].placeholder}
								isSecret={field === 'apiKey'}
							/>
						</Box>
					)}
					<Lines lines={linesOf(found?.field === field && found.said, columns)} />
				</Box>
			))}
			{isChecking && (
				<Lines lines={linesOf(`Checking with the service … ${keyOf('everywhere', 'back')}: cancel`, columns)} />
			)}
		</Frame>
	);
}

const attempts: Readonly<Record<Method, string>> = {
	GET: 'Could not list the notifications.',
	POST: 'Could not create the notification.',
	DELETE: 'Could not delete the notification.',
};

/** What a refused request changed. It may be one of many, some of which may have taken effect. */
const effects: Readonly<Partial<Record<Method, string>>> = {
	POST: 'This request created nothing.',
	DELETE: 'This request deleted nothing.',
};

/** The request that the service refused, its message, and whether the change took effect. `notice`: the one that the change has left; if a listing after it was refused, it alone says what is known. */
export function rejectionSaid(rejection: Failure, notice: Notice | undefined): Said {
	const {method, outcome, summary} = rejection;
	const known = method === 'GET' && outcome !== 'not-sent' ? notice : undefined;
	if (known?.text.includes(summary) === true) {
		return known;
	}

	const effect = outcome === 'not-sent' ? 'Nothing was sent.' : effects[method ?? 'GET'];
	const sentences = [method === undefined ? undefined : attempts[method], summary, effect].filter(
		text => text !== undefined,
	);
	return [failureSaid({...rejection, summary: sentences.join(' '), nextStep: ''}), known];
}

/** A failure whose next step fits a key that was just typed. */
export const typedKeyFailure = (failure: Failure): Failure =>
	failure.kind === 'unauthorized' ? {...failure, nextStep: 'Check the key you typed.'} : failure;

/** The reason why a new API key is not in use. `refused`: the number of new keys that the service has refused, including this one; 0 if it could not be checked. */
export function checkSaid(failure: Failure, refused: number): Said {
	const {summary} = failure;
	const again = `This key was not accepted either: ${refused} new keys were refused.`;
	const results = ['The new key could not be checked.', 'The new key was not accepted.'];
	return failureSaid({
		...failure,
		summary: `${results[refused] ?? again} ${summary}`,
	});
}

/** The instruction to the operator, the longest wording first. `command`: the name of the profile's key command. */
export function instructionTexts(host: string, isRejected: boolean, command: string | undefined): string[] {
	const enter =
		command === undefined
			? `Enter another API key for ${host}.`
			: `${keyOf('key', 'accept')}: run ${command} again for the API key. Or enter another one for ${host}.`;
	const after = isRejected
		? 'You will return to where you were.'
		: 'The one in use stays until the service accepts the new one.';
	return [`${enter} ${after}`, enter];
}

/** The notice shown once a new key is in use. It repeats the notice from before, because the task that the refusal interrupted is not finished. */
export const acceptedNotice = (before: Notice | undefined, text: string): Notice =>
	before === undefined
		? {tone: 'good', text}
		: {tone: before.tone, text: `${text} ${before.text}`, follows: before.follows};

/** Checks with the first listing whether a new API key belongs to the account used before, and asks the operator if the listing cannot answer this. `isBusy`: the operator is typing and must not be interrupted. */
export function useAccountQuestion(isBusy: boolean): void {
	const session = useSession();
	const {
		services: {keyDecisions},
		replaceSession,
		earlier,
		connection,
		profileKey,
	} = session;
	const {isTop, push, announce} = useNavigation();
	const {listing} = useListing();
	const [question, setQuestion] = useState<AccountChange>();
	const asked = useRef<AccountChange>(undefined);
	const current = useRef<number | undefined>(session.id);
	useEffect(() => {
		current.current = session.id;
		return () => {
			current.current = undefined;
		};
	}, [session.id]);
	const checkedProfile = useRef<string>(undefined);

	useEffect(() => {
		if (earlier === undefined || listing.state !== 'ready' || checkedProfile.current === profileKey) {
			return;
		}

		checkedProfile.current = profileKey;
		const change: AccountChange = {session, connection, earlier, account: profileKey, name: undefined};
		void (async () => {
			const verdict = await keyDecisions.judge(change, recordsOf(listing));
			// Another key may have been entered, or another profile opened, in the meantime.
			if (current.current !== session.id) {
				return;
			}

			if (verdict === 'unsure') {
				setQuestion(change);
				return;
			}

			const decided = await keyDecisions.decide(change, 'same');
			if (current.current !== session.id) {
				return;
			}

			if (decided.ok) {
				replaceSession(decided.session);
				announce({
					text: 'The API key is new, the account is the same: history, drafts and pending changes are kept.',
				});
			} else {
				setQuestion(change);
			}
		})();
	}, [session, keyDecisions, replaceSession, announce, earlier, connection, profileKey, listing]);

	useEffect(() => {
		if (question === undefined || asked.current === question || !isTop || isBusy) {
			return;
		}

		asked.current = question;
		push({name: 'account', change: question});
	}, [question, isTop, isBusy, push]);
}
