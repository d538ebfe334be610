import {Box, Text, type DOMElement} from 'ink';
import {memo, type Ref} from 'react';
import {useThemeChanges} from '../shared/theme-context.ts';
import {theme} from '../theme.ts';
import {fittingTabs, type Tab} from './tabs.ts';

export type TabsLineProps = {
	readonly tabs: readonly Tab[];
	/** The width in terminal columns. */
	readonly width: number;
	/** The reference for the line's box. */
	readonly box?: Ref<DOMElement>;
};

/** The saved views. The current one is highlighted and marked with `▌`. */
export const TabsLine = memo(({tabs, width, box}: TabsLineProps) => {
	useThemeChanges();
	return (
		<Box ref={box} height={1} flexShrink={0}>
			<Text wrap="truncate-end">
				{fittingTabs(tabs, width).map(({text, isCurrent}) => (
					<Text key={text} {...(isCurrent ? theme.selected : theme.label)}>
						{text}
					</Text>
				))}
			</Text>
		</Box>
	);
});
