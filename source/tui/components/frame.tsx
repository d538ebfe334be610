import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {useTerminalSize} from '../hooks/use-terminal-size.ts';
import type {Scope} from '../keys/bindings.ts';
import type {Facts} from '../keys/match.ts';
import {useNavigation} from '../state/navigation.ts';
import {theme} from '../theme.ts';
import {Footer} from './footer.tsx';

export type FrameProps = {
	/** The first line. */
	readonly header: ReactNode;
	readonly scope: Scope;
	readonly facts?: Facts;
	/** Exactly the lines that `bodyHeight` leaves room for, or fewer. */
	readonly children: ReactNode;
};

/** Lines of a frame that are not its body: header, notice, footer. */
const chrome = 3;

/** How many lines and columns a screen's body has. */
export function useBodySize(): {readonly columns: number; readonly rows: number} {
	const {columns, rows} = useTerminalSize();
	return {columns, rows: Math.max(1, rows - chrome)};
}

/** A screen: a header, a body that fills the terminal, a line for what just happened, and the keys. */
export function Frame({header, scope, facts = {}, children}: FrameProps) {
	const {columns, rows} = useTerminalSize();
	const {notice} = useNavigation();

	return (
		<Box flexDirection='column' width={columns} height={rows}>
			<Box height={1} flexShrink={0}>{header}</Box>
			<Box flexDirection='column' flexGrow={1} overflow='hidden'>{children}</Box>
			<Box height={1} flexShrink={0}>
				{notice && <Text {...(notice.tone === 'plain' ? {} : theme[notice.tone])} wrap='truncate-end'> {notice.text}</Text>}
			</Box>
			<Footer scope={scope} facts={facts} columns={columns}/>
		</Box>
	);
}
