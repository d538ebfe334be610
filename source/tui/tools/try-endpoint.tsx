import {useState} from 'react';
import type {Notification} from '../../notification/notification.ts';
import {trialOf, trialTexts, tryEndpoint, type TrialResult} from '../../service/try-endpoint.ts';
import {sanitise, sanitiseLines} from '../../terminal/sanitise.ts';
import {bad, failureSaid, good, linesOf, warning, type Said} from '../ui/line.tsx';
import {useTextSize} from '../ui/list.tsx';
import {useNavigation} from '../ui/navigation.ts';
import {asks, Question} from '../ui/question.tsx';
import {indented} from './requests.tsx';
import {useSession} from '../ui/session.ts';
import {useTask} from '../ui/use-task.ts';

/** Asks whether to send a sample event to the endpoint of a notification, once more if that is not on the internet, and shows the response. */
export function TryScreen({target}: {readonly target: Notification}) {
	const {
		connection: {timeout},
	} = useSession();
	const {pop} = useNavigation();
	const {columns} = useTextSize();
	const {isRunning, start, cancel} = useTask();
	const [result, setResult] = useState<TrialResult>();
	const [trial] = useState(() => trialOf(target)!);
	const addresses = result?.kind === 'asks' ? result.addresses : [];
	const isOpen = result === undefined || result.kind === 'asks';
	const send = () => {
		start(
			async ({signal}) => tryEndpoint(trial, {timeout, signal, permits: address => addresses.includes(address)}),
			setResult,
		);
	};

	const text = addresses.length > 0 ? trialTexts.permission(trial, addresses) : trialTexts.question(trial);
	return (
		<Question
			title="try the webhook"
			hint="send"
			of={{
				id: addresses.join(' '),
				asked: isOpen ? asks(sanitise(text)) : resultSaid(result),
				object: target,
				status: isRunning && warning('Sending … it may arrive even if you stop waiting'),
				...(isOpen && {consequences: trialTexts.notes(trial).map(note => sanitise(note))}),
				details: linesOf(sanitiseLines(isOpen ? indented(trial.body) : responseOf(result)), columns),
				isHarmless: true,
			}}
			answer={isOpen ? {onConfirm: send} : undefined}
			guards={{isIdle: !isRunning, isAwaitingConfirmation: isOpen && !isRunning}}
			actions={{
				back() {
					(isRunning ? cancel : pop)();
				},
			}}
		/>
	);
}

type Ended = Exclude<TrialResult, {readonly kind: 'asks'}>;

const responseOf = (result: Ended): string =>
	result.kind === 'failed' ? '' : `${result.text}${result.isCut ? '…' : ''}`;

function resultSaid(result: Ended): Said {
	if (result.kind === 'failed') {
		return failureSaid(result.failure);
	}

	const text = trialTexts.answer(result);
	return result.status >= 200 && result.status <= 299 ? good(`✓ ${text}`) : bad(`✗ ${text}`);
}
