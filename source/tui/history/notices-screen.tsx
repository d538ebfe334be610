import {Text} from 'ink';
import {useMemo, useState} from 'react';
import {formatTime} from '../../terminal/time.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {messages} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';
import {useSession} from '../shared/session-context.ts';
import {useScroll} from '../shared/use-list-window.ts';

/** The notices of this run, newest first, each with its time. They are in memory only. */
export function NoticesScreen() {
	const {notices: log} = useSession();
	const {columns, rows} = useBodySize();
	const [notices] = useState(() => log.get().toReversed());
	const lines = useMemo(
		() => notices.flatMap(({at, tone, text}) => messages(tone, `${formatTime(at)}  ${text}`, columns)),
		[notices, columns],
	);
	const {top, moves} = useScroll(lines.length, rows);
	const keys = useKeys('notices', {actions: moves});

	const count = `${notices.length} ${notices.length === 1 ? 'notice' : 'notices'}`;
	return (
		<Frame keys={keys} header={<Header status={[`${count} of this run`, count]} />}>
			{notices.length === 0 && <Text> There was no notice yet.</Text>}
			<Messages messages={lines.slice(top, top + rows)} />
		</Frame>
	);
}
