import {Box, useWindowSize} from 'ink';
import type {ReactNode} from 'react';
import {serviceWords, type Failure} from '../../api/failure.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {LiveKeys} from '../keys/use-keys.ts';
import {bindingsOf} from '../keys/match.ts';
import {useNavigation} from './navigation.ts';
import {cutTo, messages, type Message} from './message.ts';
import {Footer} from './footer.tsx';
import {Messages} from './messages.tsx';
import {isRoomy} from './roominess.ts';
import {CursorProvider, TerminalCursor, useCursorHolder} from './terminal-cursor.tsx';

export type FrameProps = {
	/** The first line. */
	readonly header: ReactNode;
	/** What `useKeys` returned: the footer shows its hints. */
	readonly keys: LiveKeys;
	/** Shown faintly where notices are shown, while there is none; safe to show, one line. */
	readonly idle?: string;
	/** Exactly the lines that `bodyHeight` leaves room for, or fewer. */
	readonly children: ReactNode;
};

/** The lines of a frame besides its body, its warning and its notice, as far as there is room for them. In a few lines the footer goes first, then the header: the body has at least one. */
const chromeOf = (rows: number) => ({hasHeader: rows >= 3, hasFooter: rows >= 4});

/** Lines of a notice at most, in a terminal that is not high. */
const noticeLimit = 3;

/** The part of the terminal's lines that a longer notice takes at most. */
const noticeShare = 0.25;

/** The part of the terminal's lines that a warning takes at most. */
const warningShare = 0.2;

/** How many lines and columns a screen's body has, and whether the terminal has room for lines that only separate. */
export function useBodySize(): {readonly columns: number; readonly rows: number; readonly hasSeparators: boolean} {
	const {columns, rows, hasSeparators} = useTerminalSize();
	const {hasHeader, hasFooter} = chromeOf(rows);
	return {columns, rows: Math.max(1, rows - Number(hasHeader) - Number(hasFooter) - (hasSeparators ? 1 : 0) - useNoticeLines(columns, rows).length), hasSeparators};
}

/** A screen: a header, a blank line where there is room, a body that fills the terminal, the warning, the notice and the footer. */
export function Frame({header, keys, idle = '', children}: FrameProps) {
	const {columns, rows, hasSeparators} = useTerminalSize();
	const noticeLines = useNoticeLines(columns, rows);
	const {hasHeader, hasFooter} = chromeOf(rows);
	const {isTop} = useNavigation();
	const holder = useCursorHolder();

	return (
		<Box flexDirection='column' width={columns} height={rows}>
			{hasHeader && <Box height={1} flexShrink={0} marginBottom={hasSeparators ? 1 : 0}>{header}</Box>}
			<CursorProvider value={holder}>
				<Box flexDirection='column' flexGrow={1} overflow='hidden'>{children}</Box>
			</CursorProvider>
			<Messages messages={noticeLines === noNotice && idle !== '' ? [{tone: 'faint', text: ` ${idle}`}] : noticeLines}/>
			{hasFooter && <Footer keys={keys} columns={columns}/>}
			{isTop && <TerminalCursor holder={holder}/>}
		</Box>
	);
}

/** The line that is kept for notices. */
const noNotice: readonly Message[] = [{tone: 'plain', text: ' '}];

/** The warning, that the API key was refused, and the notice as lines; an empty line where there is none. */
function useNoticeLines(columns: number, rows: number): readonly Message[] {
	const {notice, warning, refusal, needsRefusalLine} = useNavigation();
	const limit = Math.max(1, Math.floor(rows * warningShare));
	const warningLines = [
		...warning === undefined ? [] : messages('bad', `! ${warning}`, columns).slice(0, limit),
		...refusal === undefined || !needsRefusalLine ? [] : cutTo(messages('bad', refusalText(refusal), columns), limit),
	];
	if (notice === undefined) {
		return warningLines.length === 0 ? noNotice : warningLines;
	}

	return [...warningLines, ...cutTo(messages(notice.tone, notice.hint === undefined ? notice.text : `${notice.text} · ${notice.hint}`, columns), Math.max(noticeLimit, Math.floor(rows * noticeShare)))];
}

/** That the API key was refused: what matters most first, for a narrow terminal. */
function refusalText(refusal: Failure): string {
	const words = sanitise(serviceWords(refusal));
	const what = refusal.kind === 'forbidden' ? 'not allowed to list the notifications' : 'refused';
	return `! API key ${what} (${refusal.status ?? ''}). ${bindingsOf('everywhere').find(({action}) => action === 'enter-key')!.keys.at(-1)}: enter another key.${words === '' ? '' : ` The service said: "${words}"`}`;
}

/** The space to lay out in: one row less than the terminal has, because Ink repaints a frame as tall as the terminal from scratch each time. */
function useTerminalSize(): {readonly columns: number; readonly rows: number; readonly hasSeparators: boolean} {
	const {columns, rows} = useWindowSize();
	return {columns, rows: Math.max(1, rows - 1), hasSeparators: isRoomy(rows)};
}
