import {Text} from 'ink';
import {truncate, widthOf} from '../../terminal/width.ts';
import {theme} from '../theme.ts';
import {rule} from './rule.ts';

type RuleLineProps = {
	/** Safe to show. Cut where it does not fit. */
	readonly title?: string;
	/** The width in terminal columns. */
	readonly width: number;
};

/** A line across a pane, with a title if there is one and room for it: `─ 17 · Treasury ─────`. */
export function RuleLine({title = '', width}: RuleLineProps) {
	const shown = title === '' ? '' : truncate(title, Math.max(0, width - 4));
	return shown === '' ? (
		<Text {...theme.rule}>{rule(width)}</Text>
	) : (
		<Text>
			<Text {...theme.rule}>─</Text> <Text {...theme.title}>{shown}</Text>{' '}
			<Text {...theme.rule}>{rule(width - 3 - widthOf(shown))}</Text>
		</Text>
	);
}
