import {Box, Text} from 'ink';
import {theme} from '../theme.ts';
import type {Message} from './message.ts';

export type MessagesProps = {
	readonly messages: readonly Message[];
};

/** Messages, one per line. */
export function Messages({messages}: MessagesProps) {
	return (
		<Box flexDirection="column" flexShrink={0}>
			{messages.map(({tone, text}, index) => (
				<Text key={index} {...(tone === 'plain' ? {} : theme[tone])} wrap="truncate-end">
					{text}
				</Text>
			))}
		</Box>
	);
}
