import {Box} from 'ink';
import type {ReactNode} from 'react';
import type {LiveKeys} from '../keys/use-keys.ts';
import {useTerminalSize} from './use-terminal-size.ts';
import {useNavigation} from './navigation.ts';
import {messages, type Message} from './message.ts';
import {Footer} from './footer.tsx';
import {Messages} from './messages.tsx';

export type FrameProps = {
	/** The first line. */
	readonly header: ReactNode;
	/** What `useKeys` returned: the footer shows its hints. */
	readonly keys: LiveKeys;
	/** Exactly the lines that `bodyHeight` leaves room for, or fewer. */
	readonly children: ReactNode;
};

/** Lines of a frame beside its body and its notice: header and footer. */
const chrome = 2;

/** A notice takes more than one line only where it must, and never the screen. */
const noticeLimit = 3;

/** How many lines and columns a screen's body has. */
export function useBodySize(): {readonly columns: number; readonly rows: number} {
	const {columns, rows} = useTerminalSize();
	return {columns, rows: Math.max(1, rows - chrome - useNoticeLines(columns).length)};
}

/** A screen: a header, a body that fills the terminal, a line for what just happened, and the keys. */
export function Frame({header, keys, children}: FrameProps) {
	const {columns, rows} = useTerminalSize();
	const noticeLines = useNoticeLines(columns);

	return (
		<Box flexDirection='column' width={columns} height={rows}>
			<Box height={1} flexShrink={0}>{header}</Box>
			<Box flexDirection='column' flexGrow={1} overflow='hidden'>{children}</Box>
			<Messages messages={noticeLines}/>
			<Footer keys={keys} columns={columns}/>
		</Box>
	);
}

/** What just happened, as lines; an empty one keeps the place. */
function useNoticeLines(columns: number): Message[] {
	const {notice} = useNavigation();
	return notice === undefined
		? [{tone: 'plain', text: ' '}]
		: messages(notice.tone, notice.text, columns).slice(0, noticeLimit);
}
