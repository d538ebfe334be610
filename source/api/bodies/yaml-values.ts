import {unreadableInput} from './bodies-error.ts';
import type {FileValues, InputName, PlacedValue} from './body-values.ts';
import {requireShallow} from './json-values.ts';
import {nodeAt, positionsIn, type Position} from './positions.ts';
import {divideYaml, type YamlParts} from './yaml-parts.ts';
import {AliasError, memberOf, ValueLimitError, YamlError, type YamlMapping, type YamlNode} from './yaml-node.ts';
import {parseYaml, type ParsingOptions} from './yaml-tree.ts';
import type {ReadingLimits} from './value-limit.ts';
import {toValue} from './yaml-value.ts';

/** Finds the position of an offset. */
type FindPosition = (offset: number) => Position;

/**
Reads the values in a YAML text, which may have several documents.

@param text - The text.
@param name - The name of the file.
@param limits - What may be in memory at a time.
@throws BodiesError
*/
export function readYaml(text: string, name: InputName, limits: ReadingLimits): FileValues {
	const position = positionsIn(text);
	const divided = divideYaml(text, limits.part);
	if (divided === undefined || hasAliases(text, divided, limits)) {
		return readWhole(text, name, position, limits);
	}

	return {
		header: divided.header && placedHeader(divided.header, position, true),
		entries: explained(entriesIn(text, divided, position, limits), name, position),
	};
}

const placed = (node: YamlNode, value: unknown, position: FindPosition): PlacedValue => ({
	value,
	locate: path => position(nodeAt(node, path).start),
});

/** The mapping around the list. Its value has the list without the items, which are read as entries. */
function placedHeader(root: YamlNode, position: FindPosition, isList: boolean): PlacedValue {
	const {members} = root as YamlMapping;
	return placed(
		root,
		isList
			? {
					...(toValue({
						...(root as YamlMapping),
						members: members.filter(({key}) => key.text !== 'notifications'),
					}) as object),
					notifications: [],
				}
			: toValue(root),
		position,
	);
}

/** Whether a text that can be divided has an alias, whose anchor can be in another part. Few texts have what looks like both. */
function hasAliases(text: string, divided: YamlParts, limits: ReadingLimits): boolean {
	if (![/(?:^|[\s,:\[\{])\*\S/v, /(?:^|[\s,:\[\{])\x26\S/v].every(sign => sign.test(text))) {
		return false;
	}

	try {
		return itemParts(text, divided, limits).some(() => false);
	} catch (error) {
		return error instanceof AliasError;
	}
}

/** Some items of a list. `start`: the offset from which those of their nodes count. */
type ItemPart = {readonly start: number; readonly end: number; readonly items: readonly YamlNode[]};

/**
Parses a list in parts. What looks like the beginning of an item can be in a text in quotes, or in brackets: a part that cannot be parsed is joined with those that follow.

@yields A part.
@throws YamlError
*/
function* itemParts(
	text: string,
	{header, parts}: YamlParts,
	{values: limit}: ReadingLimits,
): Generator<ItemPart, undefined> {
	for (let index = 0; index < parts.length;) {
		const {start} = parts[index]!;
		let last: unknown;
		let part: ItemPart | undefined;
		let next = index;
		for (let count = 1; part === undefined; count *= 2) {
			if (next === parts.length) {
				throw last;
			}

			next = Math.min(index + count, parts.length);
			try {
				part = parsedPart(text, start, parts[next - 1]!.end, {part: {depth: header === undefined ? 0 : 1}, limit});
			} catch (error) {
				// Joined with others, it has more values, which is not what is wrong with it.
				if (!(error instanceof YamlError) || (error instanceof ValueLimitError && last !== undefined)) {
					throw last ?? error;
				}

				last = error;
			}
		}

		yield part;
		index = next;
	}
}

/** Parses a part of a list. @throws YamlError */
function parsedPart(text: string, start: number, end: number, options: ParsingOptions): ItemPart {
	let roots: readonly YamlNode[];
	try {
		roots = parseYaml(text.slice(start, end), options);
	} catch (error) {
		if (error instanceof YamlError) {
			error.position += start;
		}

		throw error;
	}

	const [root, ...others] = roots;
	if (root?.kind !== 'sequence' || others.length > 0) {
		throw new YamlError('a list is expected here', start);
	}

	return {start, end, items: root.items};
}

/**
Reads a list in parts.

@yields An item.
@throws YamlError
*/
function* entriesIn(
	text: string,
	divided: YamlParts,
	position: FindPosition,
	limits: ReadingLimits,
): Generator<PlacedValue> {
	const options = {part: {depth: divided.header === undefined ? 0 : 1}, limit: limits.values};
	let kept: ItemPart | undefined;
	// Few entries have mistakes: their part is parsed again, once for all of them.
	const itemAt = (start: number, end: number, index: number) => {
		kept = kept?.start === start ? kept : parsedPart(text, start, end, options);
		return kept.items[index]!;
	};

	for (const {start, end, items} of itemParts(text, divided, limits)) {
		for (const [index, node] of items.entries()) {
			const place = start + node.start;
			yield {
				value: toValue(node),
				locate: path => position(path.length === 0 ? place : start + nodeAt(itemAt(start, end, index), path).start),
			};
		}
	}
}

/**
Passes on entries.

@yields An entry.
@throws BodiesError for a mistake in the text
*/
function* explained(entries: Iterable<PlacedValue>, name: InputName, position: FindPosition): Generator<PlacedValue> {
	try {
		yield* entries;
	} catch (error) {
		throw toBodiesError(error, name, position);
	}
}

function toBodiesError(error: unknown, name: InputName, position: FindPosition): unknown {
	if (error instanceof YamlError) {
		return unreadableInput(name, {message: error.message, ...position(error.position)});
	}

	return error instanceof RangeError
		? unreadableInput(name, {message: 'it is nested too deeply, or too large'})
		: error;
}

function readWhole(text: string, name: InputName, position: FindPosition, {values: limit}: ReadingLimits): FileValues {
	const toValues = (root: YamlNode) => {
		const inner = memberOf(root, 'notifications');
		const header = inner === undefined ? undefined : placedHeader(root, position, inner.kind === 'sequence');
		const list = root.kind === 'sequence' ? root : inner;
		if (list?.kind === 'sequence') {
			return {header, entries: list.items.map(node => placed(node, toValue(node), position))};
		}

		return {header, entries: header === undefined ? [placed(root, toValue(root), position)] : []};
	};

	try {
		const documents = parseYaml(text, {limit}).map(root => toValues(root));
		const headers = documents.flatMap(({header}) => header ?? []);
		if (headers.length > 1) {
			throw unreadableInput(name, {
				message: '"notifications" is given in a second document',
				...headers[1]!.locate([]),
			});
		}

		const entries = documents.flatMap(document => document.entries);
		// An alias can make a value deeper than the text.
		requireShallow(JSON.stringify(entries.map(({value}) => value)), name);
		return {header: headers[0], entries};
	} catch (error) {
		throw toBodiesError(error, name, position);
	}
}
