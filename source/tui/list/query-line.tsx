import {Box, Text} from 'ink';
import type {ValueCount} from '../../query/group.ts';
import {numberText} from '../../platform/text.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {truncateMiddle} from '../../terminal/width.ts';
import {bindingsOf} from '../keys/match.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {SearchLine} from '../shared/search-line.tsx';
import {theme} from '../theme.ts';
import {countFitting, fieldGap, fittingAround} from '../ui/fit.ts';
import {choices, type ListQuery} from './list-query.ts';
import type {useTypedValues} from './use-typed-values.ts';

/** The line above the list: the query, or the fields to sort or group by. */
export function QueryLine({
	query: {mode, query, isSelected, choice},
	width,
}: {
	readonly query: ListQuery;
	readonly width: number;
}) {
	if (mode !== 'sort' && mode !== 'group') {
		return (
			<SearchLine
				search={{query, isTyping: mode === 'search', isSelected}}
				placeholder={searchGrammar(width - 4)}
				width={width}
			/>
		);
	}

	const options = choices[mode].map(field => ({
		label: field ?? '',
		key: bindingsOf(mode).find(({action}) => action === `by-${field ?? 'none'}`)!.keys[0]!,
	}));
	return (
		<Box height={1} flexShrink={0}>
			<Text wrap="truncate-end">
				<Text {...theme.label}> {mode}:</Text>
				{shownChoices(options, choice, width - mode.length - 2).map(({text, isChosen}, index) => (
					<Text key={index} {...(isChosen && theme.selected)}>
						{text}
					</Text>
				))}
			</Text>
		</Box>
	);
}

/** One of several fields to choose from, on one line. */
type FieldChoice = {
	/** The key that chooses it. */
	readonly key: string;
	readonly label: string;
};

/** The sign that there are more choices at that end. */
const more = ' …';

/** The choices that fit into `columns`, including the one under the cursor, whose index is `chosen`. The key of each is in brackets, inside its name where it occurs there. */
export function shownChoices(options: readonly FieldChoice[], chosen: number, columns: number) {
	const all = options.map(({key, label}, index) => {
		const at = label.indexOf(key);
		const text = at === -1 ? `[${key}]${label}` : `${label.slice(0, at)}[${key}]${label.slice(at + 1)}`;
		return {text: `${cursorSign(index === chosen)}${text}`, isChosen: index === chosen};
	});
	const texts = all.map(({text}) => text);
	if (countFitting(texts, columns) === all.length) {
		return all;
	}

	// Both ends have room for the sign that there are more.
	const [from, end] = fittingAround(texts, chosen, columns - more.length * 2);
	const sign = {text: more, isChosen: false};
	return [
		...(from > 0 ? [sign] : []),
		...all.slice(from, Math.max(end, chosen + 1)),
		...(end < all.length ? [sign] : []),
	];
}

/** The parts of a search, each part as it is typed, the most useful first. */
export const grammarParts = ['words', 'user:=exact', 'channel:', 'to:', 'not:', '/regex/', 'is:new', 'a or b'] as const;

/** The parts of a search that fit into `columns`, for the empty search line. */
export const searchGrammar = (columns: number): string =>
	grammarParts.slice(0, countFitting(grammarParts, columns, 2)).join('  ');

/** The margin at the left, as wide as the one of the search. */
const margin = 3;

/** The values of the field that is being typed in the search, with their counts, on one line. */
export function ValuesLine({
	typed: {values, isCounting},
	width,
}: {
	readonly typed: NonNullable<ReturnType<typeof useTypedValues>>;
	readonly width: number;
}) {
	return (
		<Box height={1} flexShrink={0} marginLeft={margin}>
			{values.length === 0 ? (
				<Text {...theme.label} wrap="truncate-end">
					{isCounting ? 'counting …' : 'no such value'}
				</Text>
			) : (
				<Text wrap="truncate-end">
					{fittingValues(values, width - margin - 1).map(({value, count}, index) => (
						<Text key={value}>
							{index === 0 ? '' : <Text {...theme.faint}>{fieldGap}</Text>}
							{value} <Text {...theme.label}>{count}</Text>
						</Text>
					))}
				</Text>
			)}
		</Box>
	);
}

/** The width of a value at most, in columns, if not all fit. */
const longestValue = 40;

/** The values that fit side by side into `columns`, safe to show. Long ones are cut in their middle unless all fit, and the first one if it alone does not. */
export function fittingValues(values: readonly ValueCount[], columns: number) {
	const cutTo = (longest: number) =>
		values.map(({value, count}) => {
			const number = numberText(count);
			const room = Math.max(1, columns - number.length - 1);
			return {value: truncateMiddle(sanitiseCell(value), Math.min(longest, room)), count: number};
		});
	const whole = cutTo(Infinity);
	const fitting = (shown: typeof whole) =>
		countFitting(
			shown.map(({value, count}) => `${value} ${count}`),
			columns,
			fieldGap.length,
		);
	const cut = cutTo(longestValue);
	return fitting(whole) === values.length ? whole : cut.slice(0, fitting(cut));
}
