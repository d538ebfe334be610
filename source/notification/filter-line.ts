import {endOfJsonString, isObject, tryParseJson, type JsonObject} from '../platform/json.ts';
import {isNumeric, nameOfSign, operators, operatorSigns, resolveTypeAlias, typeOf, valueTypes} from './filters.ts';
import type {Filter} from './notification.ts';

/*
Filters as one line, `value > 100 and asset = USDC`. `printFilters` writes it and `parseFilters` reads it. What lists and sentences show has the same form, with fewer types and with thousands separators.

A filter is FIELD OPERATOR VALUE [MEMBERS] (TYPE). The operator is a name or its sign. A part in quotes, as JSON has them, is taken as it is; `…` is an empty one. MEMBERS are those that interface.md does not name: `[negate: true]`. The type follows from the other parts where it is left out.
*/

type Part = Exclude<keyof Filter, 'extras'>;

/** A place in a text, in UTF-16 units; the end is exclusive. */
export type Place = {readonly start: number; readonly end: number};

/** The places of a filter and of its parts. That of a part that is missing is empty, and where it would be typed. */
export type FilterPlaces = Place & Readonly<Record<Part, Place>>;

export type FilterMistake = Place & {
	/** The index of the filter, and its part. */
	readonly index: number;
	readonly part: Part;
	/** A sentence: `Filter 1 has no value yet.` */
	readonly message: string;
};

export type FilterReading = {
	readonly filters: readonly Filter[];
	/** The places of each filter. */
	readonly places: readonly FilterPlaces[];
	/** What is missing or cannot be read, from left to right. */
	readonly mistakes: readonly FilterMistake[];
};

/** Reads filters from a line. What is incomplete is read as far as it goes. An empty line has no filters. */
export function parseFilters(text: string): FilterReading {
	const filters: Filter[] = [];
	const places: FilterPlaces[] = [];
	const mistakes: FilterMistake[] = [];
	const tokens = tokensOf(text);
	let from = 0;
	for (const end of tokens.length === 0 ? [] : [...tokens.keys().filter(isAnd), tokens.length]) {
		const next = tokens[end];
		const read = readFilter(text, tokens.slice(from, end), {
			start: tokens[from - 1]?.end ?? 0,
			end: next === undefined ? text.length : next.start,
			isLast: next === undefined,
			index: filters.length,
		});
		filters.push(read.filter);
		places.push(read.places);
		mistakes.push(...read.mistakes);
		from = end + 1;
	}

	return {filters, places, mistakes};

	function isAnd(index: number): boolean {
		return tokens[index]!.kind === 'word' && and.test(tokens[index]!.text);
	}
}

/** The filter and the part at an offset of a line; undefined where there are no filters. */
export function filterPartAt(
	places: readonly FilterPlaces[],
	offset: number,
): {readonly index: number; readonly part: Part} | undefined {
	const index = places.findIndex(({end}) => offset <= end);
	const filter = places[index];
	return filter && {index, part: parts.find(part => offset <= filter[part].end) ?? 'valueType'};
}

/** Writes filters as one line, which `parseFilters` reads exactly. */
export const printFilters = (filters: readonly Filter[]): string =>
	filters
		.map(filter => {
			const {operator, value, valueType} = filter;
			const type = valueType === typeOf(filter) ? '' : ` (${quoteUnlessWord(valueType)})`;
			return `${conditionText(filter, operatorSigns.get(operator) ?? typedOperator(operator), valueText(value))}${type}`;
		})
		.join(' and ');

/** Shortens a part of a condition, quotes included. */
export type ShortenPart = (part: 'field' | 'value', text: string) => string;

/** A filter as a condition, without its type: `value > 50,000`. */
export const filterText = (filter: Filter, shorten?: ShortenPart): string =>
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
		: [filterText(first, shorten), ...(others.length === 0 ? [] : [`${others.length} more`])].join(' and ');
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

/** The parts, in the order in which they are written. */
const parts = ['fieldName', 'operator', 'value', 'valueType'] as const satisfies readonly Part[];

const partNames: Readonly<Record<Part, string>> = {
	fieldName: 'field',
	operator: 'operator',
	value: 'value',
	valueType: 'type',
};

const and = /^and$/iv;

/** Whether a text is one part wherever it stands, without quotes. */
const isWord = (text: string): boolean => /^[^\s"\(\)…\[\]]+$/v.test(text) && !and.test(text);

/** Quotes a part of a filter unless it is a single word, so that it cannot be mistaken for another part. */
const quoteUnlessWord = (text: string): string => (text === '' || isWord(text) ? orDots(text) : JSON.stringify(text));

/** The name of a field. A sign in it would end it. */
const fieldText = (name: string): string => (/[<=>!~]/v.test(name) ? JSON.stringify(name) : quoteUnlessWord(name));

/** A value as it is. What looks like a number with thousands separators would lose them. */
const valueText = (value: string): string => (separated.test(value) ? JSON.stringify(value) : quoteUnlessWord(value));

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
	return [
		shorten('field', fieldText(fieldName)),
		orDots(operator),
		shorten('value', value),
		...(others.length === 0 ? [] : [`[${others.join(', ')}]`]),
	].join(' ');
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
type Token = Place & {readonly kind: 'word' | 'quoted' | 'type' | 'members'; readonly text: string};

function tokensOf(text: string): Token[] {
	const tokens: Token[] = [];
	const pattern = /"(?:[^"\\]|\\.)*(?:"|\\?$)|(?<type>\((?:"(?:[^"\\]|\\.)*"|[^"\(\)])*\)(?!\S))|[^\s"]+/gsv;
	const add = (kind: Token['kind'], start: number, end: number) => {
		tokens.push({kind, text: text.slice(start, end), start, end});
		pattern.lastIndex = end;
	};

	for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
		const {0: written, index: start, groups} = found;
		const members = written.startsWith('[') ? membersAt(text, start) : undefined;
		if (members !== undefined) {
			add('members', start, members.end);
		} else if (written.startsWith('"')) {
			add('quoted', start, start + written.length);
		} else {
			add(groups?.type === undefined ? 'word' : 'type', start, start + written.length);
		}
	}

	return tokens;
}

/** The members that begin at an offset, and where they end; undefined for another text in brackets. */
function membersAt(text: string, start: number): {readonly end: number; readonly members: JsonObject} | undefined {
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
			return isObject(members) ? {end: at + 1, members} : undefined;
		}
	}

	return undefined;
}

/** Splits a word at its sign: `value>100`. */
function splitAtSign(token: Token): Token[] {
	const {0: sign = '', index = token.text.length} = /[<=>!~]+/v.exec(token.text) ?? {};
	const cuts = [0, index, index + sign.length, token.text.length];
	return cuts
		.slice(1)
		.map((end, at) => ({
			...token,
			text: token.text.slice(cuts[at], end),
			start: token.start + cuts[at]!,
			end: token.start + end,
		}))
		.filter(({text}) => text !== '');
}

const isSign = (token: Token | undefined): boolean => token?.kind === 'word' && /^[<=>!~]+$/v.test(token.text);

/** The place of a filter in a line. `end`: of the line, or the start of the `and` that follows. */
type FilterRange = Place & {readonly isLast: boolean; readonly index: number};

function readFilter(text: string, tokens: readonly Token[], {start, end, isLast, index}: FilterRange) {
	const mistakes: FilterMistake[] = [];
	const wrong = (part: Part, {start: from, end: to}: Place, message: string) => {
		mistakes.push({index, part, start: from, end: to, message});
	};

	const [first, second, ...others] = tokens;
	const firsts = first?.kind === 'word' ? splitAtSign(first) : [first];
	const isSecondCut = firsts.length === 1 && second?.kind === 'word' && /^[<=>!~]/v.test(second.text);
	const rest = [...firsts, ...(isSecondCut ? splitAtSign(second) : [second]), ...others].filter(
		token => token !== undefined,
	);
	const field = isSign(rest[0]) ? undefined : rest.shift();
	const hasOperator = rest[0]?.kind === 'word' || rest[0]?.kind === 'quoted';
	const operatorTokens = rest.splice(0, Number(hasOperator) + Number(hasOperator && isTwoWords(rest)));

	let type = takeType(rest);
	const members = rest.at(-1)?.kind === 'members' ? rest.pop() : undefined;
	type ??= takeType(rest);

	const last = rest.at(-1) ?? operatorTokens.at(-1) ?? field;
	const gap = isLast ? end : Math.max(last?.end ?? start, end - 1);
	const missing = {start: gap, end: gap};
	const placeOf = (of: readonly Token[]): Place =>
		of.length === 0 ? missing : {start: of[0]!.start, end: of.at(-1)!.end};
	const places: FilterPlaces = {
		start,
		end: isLast ? end : gap,
		fieldName: placeOf(field === undefined ? [] : [field]),
		operator: placeOf(operatorTokens),
		value: placeOf(rest),
		valueType: placeOf(type === undefined ? [] : [type]),
	};
	const missingPart = [field, operatorTokens[0], rest[0]].indexOf(undefined);
	if (missingPart !== -1) {
		const part = parts[missingPart]!;
		wrong(part, places[part], `Filter ${index + 1} has no ${partNames[part]} yet.`);
	}

	for (const [at, token] of [field, ...operatorTokens.slice(0, 1), ...rest].entries()) {
		if (token?.kind === 'quoted' && unquoted(token.text) === undefined) {
			wrong(
				parts[Math.min(at, 2)]!,
				token,
				`The text in quotes is not complete: it ends with a quote, and has \\" for a quote and \\\\ for a backslash.`,
			);
		} else if (at > 2 && (token?.kind === 'quoted' || isSign(token) || /^(?:&&|\|\||or)$/iv.test(token!.text))) {
			wrong('value', token!, 'Put a value of several words in quotes, and "and" between filters.');
		}
	}

	const fieldName = field === undefined ? '' : textOf(field);
	const operator = operatorTokens.length === 0 ? '' : readOperatorTokens(operatorTokens);
	const {value, valueType} = withType(
		{fieldName, operator},
		rest,
		text.slice(places.value.start, places.value.end),
		type,
	);
	const extras = members && membersAt(text, members.start)!.members;
	return {filter: {fieldName, operator, value, valueType, ...(extras && {extras})}, places, mistakes};
}

/** Whether an operator of two words is there: `not in`. */
const isTwoWords = ([first, second]: readonly Token[]): boolean =>
	first?.text === 'not' && second?.kind === 'word' && nameOfSign(`not ${second.text}`) !== undefined;

/** Takes the type off the end of a filter: one in parentheses, a known one after the value, or any word after a number. */
function takeType(rest: Token[]): Token | undefined {
	const last = rest.at(-1);
	const isType =
		last?.kind === 'type' ||
		(last?.kind === 'word' &&
			rest.length > 1 &&
			(valueTypes.includes(resolveTypeAlias(last.text)) ||
				(rest.length === 2 && /^[+\-]?\d[\d,]*(?:\.\d+)?$/v.test(rest[0]!.text) && isWord(last.text))));
	return isType ? rest.pop() : undefined;
}

function readOperatorTokens(tokens: readonly Token[]): string {
	const [first] = tokens;
	return first!.kind === 'quoted' ? textOf(first!) : readOperator(orEmpty(tokens.map(({text}) => text).join(' ')));
}

/** The value and the type of a filter. A number loses its thousands separators. */
function withType(
	of: Pick<Filter, 'fieldName' | 'operator'>,
	tokens: readonly Token[],
	written: string,
	type: Token | undefined,
): Pick<Filter, 'value' | 'valueType'> {
	const [only, ...others] = tokens;
	const value = only !== undefined && others.length === 0 ? textOf(only) : written;
	const typeFor = (text: string): string => (type === undefined ? typeOf({...of, value: text}) : typeName(type));
	if (only?.kind === 'word' && separated.test(value)) {
		const number = value.replaceAll(',', '');
		const valueType = typeFor(number);
		if (isNumeric({...of, valueType})) {
			return {value: number, valueType};
		}
	}

	return {value, valueType: typeFor(value)};
}

function typeName({kind, text}: Token): string {
	const name = kind === 'type' ? text.slice(1, -1).trim() : text;
	return unquoted(name) ?? orEmpty(name);
}

const orEmpty = (text: string): string => (text === '…' ? '' : text);

/** The text that a token stands for. One in quotes that are not complete is as far as it goes. */
const textOf = ({kind, text}: Token): string =>
	kind === 'quoted' ? (unquoted(text) ?? text.slice(1).replace(/"$/v, '')) : orEmpty(text);

/** The text that is in quotes; undefined for another one. */
function unquoted(text: string): string | undefined {
	const value = text.startsWith('"') ? tryParseJson(text) : undefined;
	return typeof value === 'string' ? value : undefined;
}
