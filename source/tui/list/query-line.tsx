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
import type {TypedValues} from './use-typed-values.ts';

/** The line above the list: the query, or the fields to sort or group by. */
export function QueryLine({
	query: {mode, query, isSelected, choice},
	width,
}: {
	readonly query: ListQuery;
	readonly width: number;
}) {
	return mode === 'sort' || mode === 'group' ? (
		<ChoiceLine title={mode === 'sort' ? 'sort' : 'group'} options={choicesOf(mode)} chosen={choice} width={width} />
	) : (
		<SearchLine
			search={{query, isTyping: mode === 'search', isSelected}}
			placeholder={searchGrammar(width - 4)}
			width={width}
		/>
	);
}

const choicesOf = (mode: 'sort' | 'group'): FieldChoice[] =>
	choices[mode].map(field => ({
		label: field ?? '',
		key: bindingsOf(mode).find(({action}) => action === `by-${field ?? 'none'}`)!.keys[0]!,
	}));

type ChoiceLineProps = {
	readonly title: string;
	readonly options: readonly FieldChoice[];
	/** The index of the choice under the cursor. */
	readonly chosen: number;
	/** The width in terminal columns. */
	readonly width: number;
};

/** Fields to choose from, on one line. */
function ChoiceLine({title, options, chosen, width}: ChoiceLineProps) {
	return (
		<Box height={1} flexShrink={0}>
			<Text wrap="truncate-end">
				<Text {...theme.label}> {title}:</Text>
				{shownChoices(options, chosen, width - title.length - 2).map(({text, isChosen}, index) => (
					<Text key={index} {...(isChosen ? theme.selected : {})}>
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

/** A choice as text: its key in brackets, inside its name where it occurs there. */
function choiceText({key, label}: FieldChoice): string {
	const at = label.indexOf(key);
	return at === -1 ? `[${key}]${label}` : `${label.slice(0, at)}[${key}]${label.slice(at + 1)}`;
}

/** A choice as it is drawn: after the cursor mark or a space. */
type ShownChoice = {
	readonly text: string;
	readonly isChosen: boolean;
};

/** The sign that there are more choices at that end. */
const more = ' …';

/** The choices that fit into `columns`, including the one under the cursor, whose index is `chosen`. */
export function shownChoices(options: readonly FieldChoice[], chosen: number, columns: number): ShownChoice[] {
	const all = options.map((choice, index) => ({
		text: `${cursorSign(index === chosen)}${choiceText(choice)}`,
		isChosen: index === chosen,
	}));
	const texts = all.map(({text}) => text);
	if (countFitting(texts, columns) === all.length) {
		return all;
	}

	// Both ends have room for the sign that there are more.
	const [from, end] = fittingAround(texts, chosen, columns - more.length * 2);
	const sign: ShownChoice = {text: more, isChosen: false};
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
	readonly typed: TypedValues;
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

/** A value on the line below the search, safe to show. */
type ShownValue = {readonly value: string; readonly count: string};

/** The values that fit side by side into `columns`. Long ones are cut in their middle unless all fit, and the first one if it alone does not. */
export function fittingValues(values: readonly ValueCount[], columns: number): ShownValue[] {
	const cutTo = (longest: number): ShownValue[] =>
		values.map(({value, count}) => {
			const number = numberText(count);
			const room = Math.max(1, columns - number.length - 1);
			return {value: truncateMiddle(sanitiseCell(value), Math.min(longest, room)), count: number};
		});
	const fitting = (shown: readonly ShownValue[]) =>
		countFitting(
			shown.map(({value, count}) => `${value} ${count}`),
			columns,
			fieldGap.length,
		);
	const whole = cutTo(Infinity);
	const cut = cutTo(longestValue);
	return fitting(whole) === values.length ? whole : cut.slice(0, fitting(cut));
}
