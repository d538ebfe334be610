import type {KeyCommandWait} from '../../config/key-command.ts';
import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {useState, useEffect, useEffectEvent, useRef} from 'react';
import {isKeyRefusal, type Failure, type Method} from '../../service/failure.ts';
import {checkAccount, type Session, type AccountChange} from '../../account/session.ts';
import type {Services} from '../../account/services.ts';
import {joined, sentence} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {fit} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {certificateWarning} from '../ui/frame-lines.ts';
import {cursorSign} from '../ui/layout.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {editAtEnd, editText, insertText, onOneLine, type TextState} from '../keys/text-edit.ts';
import {PromptLine} from '../ui/text-field.tsx';
import {good, bad, cutTo, failureSaid, faint, linesOf, type Said, gap, Lines, warning} from '../ui/line.tsx';
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

/** The focused field as a screen reader reads it. The key is counted, not read. */
function readerField(field: ConnectField, text: string): string {
	const {label, placeholder} = fieldTexts[field];
	const typed = field === 'apiKey' ? `${text.length} characters` : sanitise(text);
	return `${label}: ${text === '' ? `empty, ${placeholder}` : typed}, field ${connectFields.indexOf(field) + 1} of ${connectFields.length}`;
}

/** The advice if nothing answers at the base URL that is typed in the field above it. */
const addressHint = 'Check the base URL above: leave out /api/v1/… if it is there.';

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
		const refused = await services.saveProfile(name, profile, source);
		if (refused === undefined) {
			onConnected({...session, profile});
		} else {
			const reason = `API key accepted, but the profile could not be saved: ${refused.problem}`;
			showProblem(refused.field, problemSaid(reason));
		}
	};

	const check = () => {
		const result = services.connect(edits.baseUrl.text, edits.apiKey.text);
		if (!result.ok) {
			showProblem(result.field, problemSaid(result.problem));
			return;
		}

		if (edits.source.text.trim() !== '' && edits.name.text.trim() === '') {
			showProblem('name', problemSaid('Enter a profile name: the source of the key is saved there.'));
			return;
		}

		start(
			async ({signal}) => checkAccount({connection: {...result.session.connection, addressHint}}, signal),
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

	const problemLines = linesOf(problem !== undefined && problemSaid(problem), columns);
	const intro: Said = [
		keyCommand !== undefined &&
			`${keyOf('connect', 'accept')}: run ${sanitise(keyCommand.name)} again for the API key, or type one.`,
		rows > introductionLimit && [
			faint(
				`Enter the base URL of the notification service and your API key. Or press ${keyOf('connect', 'sandbox')} to use the sandbox: a service inside this program, which watches no chain and delivers nothing.`,
			),
			gap,
		],
	];

	const top = [...cutTo(problemLines, Math.max(1, rows - connectFields.length)), ...linesOf(intro, columns)];
	const foundLines = linesOf(found?.said, columns);
	// If not all fits, a mistake is shown with its field alone.
	const isAlone = found?.field === focus && top.length + connectFields.length + foundLines.length > rows;

	return (
		<Frame
			keys={keys}
			isPlain
			title="connect to a service"
			status={services.acceptsAnyCertificate ? `! ${certificateWarning}` : ''}
		>
			<Lines lines={isAlone ? [] : top} />
			{isReader && <Text>{readerField(focus, edits[focus].text)}</Text>}
			{(isAlone ? [focus] : connectFields).map(field => (
				<Box key={field} flexDirection="column" flexShrink={0}>
					{!isReader && (
						<PromptLine
							prompt={fit(`${cursorSign(field === focus)} ${fieldTexts[field].label}`, margin)}
							role={field === focus ? 'focus' : 'label'}
							columns={columns}
							text={edits[field].text}
							cursor={field === focus && !isChecking ? edits[field].cursor : undefined}
							placeholder={fieldTexts[field].placeholder}
							isSecret={field === 'apiKey'}
						/>
					)}
					<Lines lines={found?.field === field ? foundLines : []} />
				</Box>
			))}
			{isChecking && (
				<Lines lines={linesOf(`Checking with the service … ${keyOf('everywhere', 'back')}: cancel`, columns)} />
			)}
		</Frame>
	);
}

/** What a refused request was to do, and what it changed. It may be one of many, some of which may have taken effect. */
const attempts: Readonly<Record<Method, readonly [attempt: string, effect?: string]>> = {
	GET: ['Could not list the notifications.'],
	POST: ['Could not create the notification.', 'This request created nothing.'],
	DELETE: ['Could not delete the notification.', 'This request deleted nothing.'],
};

/** The request that the service refused, its message, and whether the change took effect. `notice`: the one that the change has left; if a listing after it was refused, it alone says what is known. */
export function rejectionSaid(rejection: Failure, notice: Notice | undefined): Said {
	const {method, outcome, summary} = rejection;
	const known = method === 'GET' && outcome !== 'not-sent' ? notice : undefined;
	if (known?.text.includes(summary) === true) {
		return known;
	}

	const [attempt, effect] = method === undefined ? [] : attempts[method];
	const said = joined([attempt, summary, outcome === 'not-sent' ? 'Nothing was sent.' : effect], ' ');
	return [failureSaid({...rejection, summary: said, nextStep: ''}), known];
}

/** What is said while a command prints the API key, with what it complains of. */
export const keyWaitSaid = (wait: KeyCommandWait | undefined): Said =>
	wait && [
		`Waiting for the API key from ${wait.command}: ${wait.seconds} s of at most ${wait.limit} s. ${keyOf('everywhere', 'back')}: cancel`,
		wait.said !== '' && warning(`${wait.command}: ${wait.said}`),
	];

/** A failure whose next step fits a key that was just typed. */
export const typedKeyFailure = (failure: Failure): Failure =>
	failure.kind === 'unauthorized' ? {...failure, nextStep: 'Check the key you typed.'} : failure;

/** The reason why a new API key is not in use; nothing if the operator stopped the check. `refused`: the number of new keys that the service has refused, including this one; 0 if it could not be checked. */
export function checkSaid(failure: Failure, refused: number): Said {
	const {kind, summary} = failure;
	const again = `This key was not accepted either: ${refused} new keys were refused.`;
	const results = ['The new key could not be checked.', 'The new key was not accepted.'];
	return kind !== 'cancelled' && failureSaid({...failure, summary: `${results[refused] ?? again} ${summary}`});
}

/** The instruction to the operator. `command`: the name of the profile's key command. */
export function instructionText(host: string, isRejected: boolean, command: string | undefined): string {
	const enter =
		command === undefined
			? `Enter another API key for ${host}.`
			: `${keyOf('key', 'accept')}: run ${command} again for the API key. Or enter another one for ${host}.`;
	const after = isRejected
		? 'You will return to where you were.'
		: 'The one in use stays until the service accepts the new one.';
	return `${enter} ${after}`;
}

/** The notice shown once a new key is in use. It repeats the notice from before, because the task that the refusal interrupted is not finished. */
export const acceptedNotice = (before: Notice | undefined, text: string): Notice =>
	before === undefined ? good(text) : {tone: before.tone, text: `${text} ${before.text}`, follows: before.follows};

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
	/** The account of which it is known, or asked. */
	const judged = useRef<string>(undefined);
	const judge = useEffectEvent(async (signal: AbortSignal) => {
		const change: AccountChange = {session, connection, earlier: earlier!, account: profileKey, name: undefined};
		const verdict = await keyDecisions.judge(change, recordsOf(listing));
		// Another key may have been entered, or another profile opened, in the meantime.
		const decided = verdict === 'unsure' || signal.aborted ? undefined : await keyDecisions.decide(change, 'same');
		if (signal.aborted) {
			return;
		}

		judged.current = profileKey;
		if (decided?.ok === true) {
			replaceSession(decided.session);
			announce({
				text: 'The API key is new, the account is the same: history, drafts and pending changes are kept.',
			});
		} else {
			setQuestion(change);
		}
	});
	const isListed = earlier !== undefined && listing.state === 'ready';
	useEffect(() => {
		if (!isListed || judged.current === profileKey) {
			return undefined;
		}

		const controller = new AbortController();
		void judge(controller.signal);
		return () => {
			controller.abort();
		};
	}, [isListed, profileKey, session.id]);

	useEffect(() => {
		if (question !== undefined && question !== asked.current && isTop && !isBusy) {
			asked.current = question;
			push({name: 'account', change: question});
		}
	}, [question, isTop, isBusy, push]);
}
