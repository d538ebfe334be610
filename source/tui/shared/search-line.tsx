import {Box, Text} from 'ink';
import {sanitise} from '../../terminal/sanitise.ts';
import {theme} from '../theme.ts';
import type {TextState} from './text-edit.ts';
import {TextField} from './text-field.tsx';

type SearchLineProps = {
	readonly search: {readonly query: TextState; readonly isTyping: boolean; readonly isSelected?: boolean};
	/** The text shown while nothing is typed yet. */
	readonly placeholder?: string;
	/** The width in terminal columns. */
	readonly width: number;
};

/** The search query, during and after typing. */
export function SearchLine({search: {query, isTyping, isSelected = false}, placeholder = '', width}: SearchLineProps) {
	return (
		<Box height={1} flexShrink={0}>
			<Text {...theme.label}> / </Text>
			{isTyping ? (
				<TextField
					text={query.text}
					cursor={query.cursor}
					width={Math.max(3, width - 4)}
					placeholder={placeholder}
					isSelected={isSelected}
				/>
			) : (
				<Text {...theme.label} wrap="truncate-end">
					{query.text === '' ? 'search' : sanitise(query.text)}
				</Text>
			)}
		</Box>
	);
}
