import {Text} from 'ink';
import type {Removed} from '../../operations/remove.ts';
import type {Notification} from '../../notifications/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {Frame, useBodySize} from '../components/frame.tsx';
import {Header} from '../components/header.tsx';
import {Messages} from '../components/messages.tsx';
import {TextLines} from '../components/text-lines.tsx';
import {useKeyOffer} from '../hooks/use-key-offer.ts';
import {useScroll} from '../hooks/use-list-window.ts';
import {useListing} from '../hooks/use-listing.ts';
import {useOperation} from '../hooks/use-operation.ts';
import {useKeys} from '../keys/use-keys.ts';
import {detailLines} from '../state/detail-lines.ts';
import {scrollStatus} from '../state/list-window.ts';
import {capped, failureMessages, messages} from '../state/message.ts';
import {useNavigation} from '../state/navigation.ts';
import {useSession} from '../state/session.ts';
import {theme} from '../theme.ts';

export type DeleteScreenProps = {
	readonly target: Notification;
};

/** Asks before a notification is deleted: shows exactly what goes, and where. */
export function DeleteScreen({target}: DeleteScreenProps) {
	const {profile, connection} = useSession();
	const {pop} = useNavigation();
	const {refresh, forget} = useListing();
	const {operation, start, cancel} = useOperation<Removed>();
	const {columns, rows} = useBodySize();
	const failure = operation.state === 'failed' ? operation.failure : undefined;
	useKeyOffer(failure);

	const onDone = ({confirmedBy}: Removed) => {
		forget(target.id);
		refresh();
		const how = confirmedBy === 'answer' ? '' : ' The answer did not say so, but it is no longer listed.';
		pop({tone: 'good', text: `✓ Deleted ${sanitise(target.id)} on ${sanitise(profile.name)}.${how}`}, ['detail']);
	};

	const back = () => {
		if (operation.state === 'running') {
			cancel();
			return;
		}

		if (failure !== undefined) {
			refresh();
		}

		pop();
	};

	const where = profile.isSandbox ? 'the SANDBOX' : `${sanitise(profile.name)} (${new URL(connection.baseUrl).host})`;
	const question = capped([
		...messages('warning', `Delete this notification on ${where}? Deletion is irreversible: the service cannot bring it back.`, columns),
		...failure === undefined ? [] : failureMessages(failure, columns),
		...operation.state === 'running' ? messages('plain', 'Deleting … esc gives up waiting.', columns) : [],
	], Math.ceil(rows / 2));
	const height = Math.max(1, rows - question.length - 3);
	const lines = detailLines(target, columns - 2);
	const {top, moves} = useScroll(lines.length, height);

	useKeys('delete', {
		actions: {
			...moves,
			confirm() {
				start(async signal => {
					const {remove} = await import('../../operations/remove.ts');
					return remove(connection, target.id, signal);
				}, onDone);
			},
			back,
		},
	});

	return (
		<Frame scope='delete' header={<Header title='delete' status={scrollStatus(top, height, lines.length)}/>}>
			<Messages messages={question}/>
			<Text> </Text>
			<TextLines hasLabels lines={lines} top={top} height={height}/>
			<Text> </Text>
			{operation.state !== 'running' && (
				<Text> Press <Text {...theme.danger}>y</Text> to delete it, <Text {...theme.key}>esc</Text> to keep it.</Text>
			)}
		</Frame>
	);
}
