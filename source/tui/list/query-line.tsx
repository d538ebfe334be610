import {Box, Text} from 'ink';
import type {ValueCount} from '../../query/group.ts';
import {numberText} from '../../platform/text.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {truncateMiddle, widthOf} from '../../terminal/width.ts';
import type {Scope} from '../keys/bindings.ts';
import {bindingsOf} from '../keys/match.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {SearchLine} from '../shared/search-line.tsx';
import {theme} from '../theme.ts';
import {choices, type ListQuery} from './list-query.ts';
import type {TypedValues} from './use-typed-values.ts';

export type QueryLineProps = {
	readonly query: ListQuery;
	/** The width in terminal columns. */
	readonly width: number;
};

/** The line above the list: the query, or the fields to sort or group by. */
export function QueryLine({query: {mode, query, isSelected, choice}, width}: QueryLineProps) {
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

function choicesOf(mode: 'sort' | 'group'): FieldChoice[] {
	return choices[mode].map(field => ({label: field ?? '', key: keyOf(mode, `by-${field ?? 'none'}`)}));
}

function keyOf(scope: Scope, wanted: string): string {
	return bindingsOf(scope).find(({action}) => action === wanted)!.keys[0]!;
}

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
	const widthFrom = (start: number, end: number) =>
		all.slice(start, end).reduce((sum, {text}) => sum + widthOf(text), 0);

	if (widthFrom(0, all.length) <= columns) {
		return all;
	}

	// Both ends have room for the sign that there are more.
	const room = columns - widthOf(more) * 2;
	let start = 0;
	while (start < chosen && widthFrom(start, chosen + 1) > room) {
		start++;
	}

	let end = chosen + 1;
	while (end < all.length && widthFrom(start, end + 1) <= room) {
		end++;
	}

	const sign: ShownChoice = {text: more, isChosen: false};
	return [...(start > 0 ? [sign] : []), ...all.slice(start, end), ...(end < all.length ? [sign] : [])];
}

/** The parts of a search, each part as it is typed, the most useful first. */
export const grammarParts = ['words', 'user:=exact', 'channel:', 'to:', 'not:', '/regex/', 'is:new', 'a or b'] as const;

/** The parts of a search that fit into `columns`, for the empty search line. */
export function searchGrammar(columns: number): string {
	let shown = '';
	for (const part of grammarParts) {
		const longer = shown === '' ? part : `${shown}  ${part}`;
		if (widthOf(longer) > columns) {
			break;
		}

		shown = longer;
	}

	return shown;
}

export type ValuesLineProps = {
	readonly typed: TypedValues;
	/** The width in terminal columns. */
	readonly width: number;
};

/** The margin at the left, as wide as the one of the search. */
const margin = 3;

/** The values of the field that is being typed in the search, with their counts, on one line. */
export function ValuesLine({typed: {values, isCounting}, width}: ValuesLineProps) {
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
							{index === 0 ? '' : <Text {...theme.faint}>{valueSeparator}</Text>}
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

/** The separator between two values on the line. */
const valueSeparator = ' · ';

/** The values that fit side by side into `columns`. Long ones are cut in their middle unless all fit, and the first one if it alone does not. */
export function fittingValues(values: readonly ValueCount[], columns: number): ShownValue[] {
	const safe = values.map(({value, count}) => ({value: sanitiseCell(value), count: numberText(count)}));
	if (countFitting(safe, columns) === safe.length) {
		return safe;
	}

	const cut = safe.map(({value, count}) => ({value: truncateMiddle(value, longestValue), count}));
	const fitting = countFitting(cut, columns);
	return fitting > 0
		? cut.slice(0, fitting)
		: cut
				.slice(0, 1)
				.map(({value, count}) => ({value: truncateMiddle(value, Math.max(1, columns - count.length - 1)), count}));
}

/** The number of values that fit side by side, from the first. */
function countFitting(values: readonly ShownValue[], columns: number): number {
	let room = columns;
	const end = values.findIndex(({value, count}, index) => {
		room -= widthOf(value) + 1 + count.length + (index === 0 ? 0 : valueSeparator.length);
		return room < 0;
	});
	return end === -1 ? values.length : end;
}
