import {endOfJsonString, isObject, tryParseJson, type JsonObject} from '../platform/json.ts';
import {joined} from '../platform/text.ts';
import {
	isNumeric,
	nameOfSign,
	operators,
	operatorSigns,
	resolveTypeAlias,
	typeOf,
	valueTypes,
	writtenOut,
} from './filters.ts';
import type {Filter} from './notification.ts';
import {filterParts, partSpec, type FilterPart} from './spec-table.ts';

/*
Filters as one line, `value > 100 and asset = USDC`. `printFilters` writes it and `parseFilters` reads it. What lists and sentences show has the same form, with fewer types and with thousands separators.

A filter is FIELD OPERATOR VALUE [MEMBERS] (TYPE). The operator is a name or its sign. A part in quotes, as JSON has them, is taken as it is; `…` is an empty one. MEMBERS are those that interface.md does not name: `[negate: true]`. The type follows from the other parts where it is left out.
*/

/** A place in a text, in UTF-16 units; the end is exclusive. */
export type Place = {readonly start: number; readonly end: number};

/** The places of a filter and of its filterParts. That of a part that is missing is empty, and where it would be typed. */
type FilterPlaces = Place & Readonly<Record<FilterPart, Place>>;

type FilterMistake = Place & {
	/** The index of the filter, and its part. */
	readonly index: number;
	readonly part: FilterPart;
	/** A sentence: `Filter 1 has no value yet.` */
	readonly message: string;
};

/** Reads filters from a line. What is incomplete is read as far as it goes. An empty line has no filters. */
export function parseFilters(text: string) {
	const read: Array<ReturnType<typeof readFilter>> = [];
	let at = 0;
	/** Where brackets were last found to be no members. */
	let tried = 0;
	const take = (pattern: RegExp): Token | undefined => {
		pattern.lastIndex = at;
		const {token, type} = pattern.exec(text)?.groups ?? {};
		if (token === undefined) {
			return undefined;
		}

		at = pattern.lastIndex;
		const start = at - token.length;
		if (type === undefined && token.startsWith('[') && start >= tried) {
			const {end, members} = membersAt(text, start);
			if (members !== undefined) {
				at = end;
				return {kind: 'members', text: text.slice(start, end), start, end, members};
			}

			tried = end;
		}

		const kind = token.startsWith('"') ? 'quoted' : 'word';
		return {kind: type === undefined ? kind : 'type', text: token, start, end: at};
	};

	for (let isLast = text.trim() === ''; !isLast;) {
		const start = at;
		const [field, operator] = [take(fieldPattern), take(operatorPattern)];
		const rest: Token[] = [];
		for (let token = take(restPattern); token !== undefined; token = take(restPattern)) {
			rest.push(token);
		}

		const end = at;
		isLast = take(andPattern) === undefined;
		// Before an `and`, one of several spaces is left to it.
		const gap = isLast ? text.length : Math.max(end, at - 'and '.length);
		read.push(readFilter(text, {field, operator, rest}, {index: read.length, start, gap}));
	}

	return {
		filters: read.map(({filter}): Filter => filter),
		/** The places of each filter. */
		places: read.map(({places}) => places),
		/** What is missing or cannot be read, from left to right. */
		mistakes: read.flatMap(({mistakes}) => mistakes),
	};
}

/** A line of filters, and the index of the cursor in it. */
export type LineCursor = {readonly text: string; readonly cursor: number};

/** The filter and its part at the cursor of their line, and the place of the part. */
export function partAt({text, cursor}: LineCursor): Place & {readonly index: number; readonly part: FilterPart} {
	const {places} = parseFilters(text);
	const index = places.findIndex(({end}) => cursor <= end);
	const filter = places[index];
	if (filter === undefined) {
		return {index: 0, part: 'fieldName', start: cursor, end: cursor};
	}

	const part = filterParts.find(each => cursor <= filter[each].end) ?? 'valueType';
	return {index, part, ...filter[part]};
}

/** Writes filters as one line, which `parseFilters` reads exactly. */
export const printFilters = (filters: readonly Filter[]): string =>
	filters
		.map(filter => {
			const {operator, value, valueType} = filter;
			const type = valueType === typeOf(filter) ? '' : ` (${quoteUnlessWord(valueType)})`;
			return `${conditionText(filter, operatorSigns.get(operator) ?? typedOperator(operator), typedValue(value))}${type}`;
		})
		.join(' and ');

/** Shortens a part of a condition, quotes included. */
export type ShortenPart = (part: 'field' | 'value', text: string) => string;

/** A filter as a condition, without its type: `value > 50,000`. */
const filterText = (filter: Filter, shorten?: ShortenPart): string =>
	conditionText(filter, operatorText(filter.operator), groupedValue(filter), shorten);

/** A filter as a condition with its type: `value > 50,000 (int)`. */
export const typedFilterText = (filter: Filter): string => `${filterText(filter)}${typeText(filter)}`;

/** A filter in words, for a screen reader: `value is greater than 50,000 (int)`. */
export function filterWords(filter: Filter): string {
	const words = operators.find(({name}) => name === filter.operator)?.words ?? operatorText(filter.operator);
	return `${conditionText(filter, words, groupedValue(filter))}${typeText(filter)}`;
}

/** All filters of a notification, which must all match: `value > 50,000 and asset = USDC`. Empty if there are none. */
export const filtersText = onceForShared(filters => filters.map(filter => filterText(filter)).join(' and '));

/** All filters of a notification as they are searched, sorted and compared: with each type, and the values as the service lists them. */
export const exactFiltersText = onceForShared(filters =>
	filters
		.map(
			filter => `${conditionText(filter, operatorText(filter.operator), valueText(filter.value))}${typeText(filter)}`,
		)
		.join(' and '),
);

/** A function that computes the text of filters once where notifications share them. Only a frozen list can be shared. */
function onceForShared(textOf: (filters: readonly Filter[]) => string): (filters: readonly Filter[]) => string {
	const texts = new WeakMap<readonly Filter[], string>();
	return filters => {
		const known = texts.get(filters);
		if (known !== undefined) {
			return known;
		}

		const text = textOf(filters);
		if (Object.isFrozen(filters)) {
			texts.set(filters, text);
		}

		return text;
	};
}

/** The first filter of a notification, and the number of the others: `value > 50,000 and 2 more`. */
export function shortFiltersText(filters: readonly Filter[], shorten?: ShortenPart): string {
	const [first, ...others] = filters;
	return first === undefined
		? ''
		: joined([filterText(first, shorten), others.length > 0 && `${others.length} more`], ' and ');
}

/** Reads an operator that a person typed: a sign stands for a name, and what is in quotes is taken as it is. */
export function readOperator(text: string): string {
	const trimmed = text.trim();
	return unquoted(trimmed) ?? nameOfSign(trimmed.replaceAll(/\s+/gv, ' ')) ?? text;
}

/** An operator as a person types it: in quotes where it would be read as another one, or as another part. */
export const typedOperator = (operator: string): string =>
	operator === '' ||
	(isWord(operator) && operator !== 'not' && nameOfSign(operator) === undefined && !/^[<=>!~]+[^<=>!~]/v.test(operator))
		? orDots(operator)
		: JSON.stringify(operator);

/** An operator as it is shown: `>` for gt. An unknown one is left as it is, and one that looks like a sign is in quotes, because a service may have an operator `">"`. Some services say ne for neq. */
export const operatorText = (operator: string): string =>
	operatorSigns.get(operator === 'ne' ? 'neq' : operator) ?? typedOperator(operator);

/** A text, or `…` if it is missing. */
export const orDots = (text: string): string => (text === '' ? '…' : text);

/** A text without the thousands separators of its numbers. */
export const withoutSeparators = (text: string): string => text.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/gv, '');

/** Whether a text is one part wherever it stands, without quotes. */
const isWord = (text: string): boolean => /^(?!and$)[^\s"\(\)…\[\]]+$/iv.test(text);

/** Quotes a part of a filter unless it is a single word, so that it cannot be mistaken for another part. */
const quoteUnlessWord = (text: string): string => (text === '' || isWord(text) ? orDots(text) : JSON.stringify(text));

/** The name of a field. A sign in it would end it. */
export const fieldText = (name: string): string =>
	/^(?!and$)[^\s"\(\)…\[\]<=>!~]*$/iv.test(name) ? orDots(name) : JSON.stringify(name);

/** A value as it is. What looks like a number with thousands separators would lose them. */
const valueText = (value: string): string => (separated.test(value) ? JSON.stringify(value) : quoteUnlessWord(value));

/** A value as a person types it: in quotes also where it would be written out. */
export const typedValue = (value: string): string =>
	writtenOut(value) === undefined ? valueText(value) : JSON.stringify(value);

const typeText = ({valueType}: Filter): string => (valueType === '' ? '' : ` (${valueType})`);

function conditionText(
	{fieldName, extras = {}}: Filter,
	operator: string,
	value: string,
	shorten: ShortenPart = (_part, text) => text,
): string {
	const others = Object.entries(extras).map(
		([name, held]) => `${/^[$\w\-]+$/v.test(name) ? name : JSON.stringify(name)}: ${JSON.stringify(held)}`,
	);
	return joined(
		[
			shorten('field', fieldText(fieldName)),
			orDots(operator),
			shorten('value', value),
			others.length > 0 && `[${others.join(', ')}]`,
		],
		' ',
	);
}

/** A text that could be mistaken for a number with thousands separators. */
const separated = /^[+\-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/v;

/** The value of a filter, a number with thousands separators. One with leading zeros may be a code. */
function groupedValue(filter: Filter): string {
	const {
		sign,
		whole,
		fraction = '',
	} = /^(?<sign>[+\-]?)(?<whole>[1-9]\d*|0)(?<fraction>\.\d+)?$/v.exec(filter.value)?.groups ?? {};
	return whole === undefined || !isNumeric(filter)
		? valueText(filter.value)
		: `${sign}${withSeparators(whole)}${fraction}`;
}

function withSeparators(digits: string): string {
	const groups: string[] = [];
	for (let end = digits.length; end > 0; end -= 3) {
		groups.push(digits.slice(Math.max(0, end - 3), end));
	}

	return groups.toReversed().join(',');
}

/** A part of a line as written. */
type Token = Place & {
	readonly kind: 'word' | 'quoted' | 'type' | 'members';
	readonly text: string;
	readonly members?: JsonObject;
};

/** The next part of a line, if the pattern matches it and it is no `and`. */
const tokenPattern = (pattern: string) =>
	new RegExp(String.raw`\s*(?![Aa][Nn][Dd](?![^\s"]))(?<token>"(?:[^"\\]|\\.)*(?:"|\\?$)|${pattern})`, 'svy');
const fieldPattern = tokenPattern(String.raw`[^\s"<=>!~]+`);
const operatorPattern = tokenPattern(String.raw`[<=>!~]+|not\s+(?:in|contains)(?!\S)|[^\s"\(\[][^\s"]*`);
const restPattern = tokenPattern(String.raw`(?<type>\((?:"(?:[^"\\]|\\.)*"|[^"\(\)])*\)(?!\S))|[^\s"]+`);
const andPattern = /\s*(?<token>and)/ivy;

/** The end of the brackets that begin at an offset, and the members in them, if they have members. */
function membersAt(text: string, start: number): {readonly end: number; readonly members?: JsonObject} {
	let depth = 0;
	for (let at = start; at < text.length; at++) {
		if (text[at] === '"') {
			at = endOfJsonString(text, at);
		}

		depth += Number(text[at] === '[') - Number(text[at] === ']');
		if (depth === 0) {
			// Names can be without quotes.
			const named = text
				.slice(start + 1, at)
				.replaceAll(/"(?:[^"\\]|\\.)*"|[$\w\-]+:?/gsv, word =>
					/^[^"].*:$/v.test(word) ? `${JSON.stringify(word.slice(0, -1))}:` : word,
				);
			const members = tryParseJson(`{${named}}`);
			return {end: at + 1, ...(isObject(members) && Object.keys(members).length > 0 && {members})};
		}
	}

	return {end: text.length};
}

type FilterTokens = {
	readonly field: Token | undefined;
	readonly operator: Token | undefined;
	/** The value and what follows it. */
	readonly rest: Token[];
};

/** Where a filter begins, and where what is missing at its end would be typed. */
type FilterRange = {readonly index: number; readonly start: number; readonly gap: number};

function readFilter(text: string, {field, operator, rest}: FilterTokens, {index, start, gap}: FilterRange) {
	const lastType = takeType(rest);
	const members = rest.at(-1)?.kind === 'members' ? rest.pop()?.members : undefined;
	const type = lastType ?? takeType(rest);
	const [value] = rest;
	const end = {start: gap, end: gap};
	const placeOf = (first: Token | undefined, last = first): Place =>
		first === undefined ? end : {start: first.start, end: last!.end};
	const places: FilterPlaces = {
		start,
		end: gap,
		fieldName: (field ?? operator) ? placeOf(field ?? {...operator!, end: operator!.start}) : end,
		operator: placeOf(operator),
		value: placeOf(value, rest.at(-1)),
		valueType: placeOf(type),
	};

	const mistakes: FilterMistake[] = [];
	const add = (part: FilterPart, {start: from, end: to}: Place, message: string) => {
		mistakes.push({index, part, start: from, end: to, message});
	};

	const missing = filterParts[[field, operator, value].indexOf(undefined)];
	if (missing !== undefined) {
		add(missing, places[missing], `Filter ${index + 1} has no ${partSpec(missing).name} yet.`);
	}

	if (field?.kind === 'word' && field.text.startsWith('(')) {
		add('fieldName', field, 'Write filters without parentheses around them: all of them must match.');
	}

	for (const [at, token] of [field, operator, ...rest].entries()) {
		if (token?.kind === 'quoted' && unquoted(token.text) === undefined) {
			const message = `The text in quotes is not complete: it ends with a quote, and has \\" for a quote and \\\\ for a backslash.`;
			add(filterParts[at] ?? 'value', token, message);
		} else if (
			at > 1 &&
			rest.length > 1 &&
			(token!.kind === 'quoted' || /^(?:[<=>!~]+|&&|\|\||or)$/iv.test(token!.text))
		) {
			add('value', token!, 'Put several words in quotes, and "and" between filters: there is no "or".');
		}
	}

	const filter = withType(
		{
			fieldName: textOf(field),
			operator: operator?.kind === 'quoted' ? textOf(operator) : readOperator(textOf(operator)),
			value: rest.length === 1 ? textOf(value) : text.slice(places.value.start, places.value.end),
		},
		type && typeName(type),
		rest.every(({kind}) => kind === 'word'),
	);
	return {filter: {...filter, ...(members && {extras: members})}, places, mistakes};
}

/** Takes the type off the end of a filter: one in parentheses, a known one after the value, or any word after a number. */
function takeType(rest: Token[]): Token | undefined {
	const last = rest.at(-1);
	const isType =
		last?.kind === 'type' ||
		(last?.kind === 'word' &&
			rest.length > 1 &&
			(valueTypes.includes(resolveTypeAlias(last.text)) ||
				(rest.length === 2 &&
					/^[+\-]?\d[\d,]*(?:\.\d+)?$/v.test(rest[0]!.text) &&
					writtenOut(`${rest[0]!.text} ${last.text}`) === undefined &&
					isWord(last.text))));
	return isType ? rest.pop() : undefined;
}

/** A filter with its type, by default the one that follows from the rest. A number without quotes loses its thousands separators, and one in short is written out. */
function withType(filter: Omit<Filter, 'valueType'>, type: string | undefined, isPlain: boolean): Filter {
	const value = separated.test(filter.value) ? filter.value.replaceAll(',', '') : writtenOut(filter.value);
	if (isPlain && value !== undefined) {
		const number = withType({...filter, value}, type, false);
		if (isNumeric(number)) {
			return number;
		}
	}

	return {...filter, valueType: type ?? typeOf(filter)};
}

function typeName({kind, text}: Token): string {
	const name = kind === 'type' ? text.slice(1, -1).trim() : text;
	return unquoted(name) ?? orEmpty(name);
}

const orEmpty = (text: string): string => (text === '…' ? '' : text);

/** The text that a token stands for. One in quotes that are not complete is as far as it goes. */
const textOf = ({kind, text}: Pick<Token, 'kind' | 'text'> = {kind: 'word', text: ''}): string =>
	kind === 'quoted' ? (unquoted(text) ?? text.slice(1).replace(/"$/v, '')) : orEmpty(text);

/** The text that is in quotes; undefined for another one. */
function unquoted(text: string): string | undefined {
	const value = text.startsWith('"') ? tryParseJson(text) : undefined;
	return typeof value === 'string' ? value : undefined;
}
