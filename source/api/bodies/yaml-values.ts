import {unreadableInput} from './bodies-error.ts';
import type {FileValues, InputName, PlacedValue} from './body-values.ts';
import {requireShallow} from './json-values.ts';
import {nodeAt, positionsIn, type Position} from './positions.ts';
import {divideYaml, type YamlParts} from './yaml-parts.ts';
import {memberOf, parseYaml, YamlError, type YamlMapping, type YamlNode} from './yaml-tree.ts';
import {toValue} from './yaml-value.ts';

/** Finds the position of an offset. */
type FindPosition = (offset: number) => Position;

/**
Reads the values in a YAML text, which may have several documents.

@param text - The text.
@param name - The name of the file.
@param partSize - The size from which its list is read in parts, in characters.
@throws BodiesError
*/
export function readYaml(text: string, name: InputName, partSize?: number): FileValues {
	const position = positionsIn(text);
	const divided = divideYaml(text, partSize);
	const values = divided && readParts(text, divided, position);
	return values ?? readWhole(text, name, position);
}

const placed = (node: YamlNode, value: unknown, position: FindPosition): PlacedValue => ({value, locate: path => position(nodeAt(node, path).start)});

/** The mapping around the list. Its value has the list without the items, which are read as entries. */
function placedHeader(root: YamlNode, position: FindPosition, isList: boolean): PlacedValue {
	const {members} = root as YamlMapping;
	return placed(root, isList
		? {...toValue({...root as YamlMapping, members: members.filter(({key}) => key.text !== 'notifications')}) as object, notifications: []}
		: toValue(root), position);
}

/** Reads the list in parts; undefined if that takes the whole document: it has aliases or a mistake. */
function readParts(text: string, {header, parts}: YamlParts, position: FindPosition): FileValues | undefined {
	let last: {readonly start: number; readonly items: readonly YamlNode[]} | undefined;
	const itemsOf = ({start, end}: YamlParts['parts'][number]) => {
		if (last?.start !== start) {
			const [root, ...others] = parseYaml(text.slice(start, end), {depth: header === undefined ? 0 : 1});
			if (root?.kind !== 'sequence' || others.length > 0) {
				throw new YamlError('this is no part of a list', 0);
			}

			last = {start, items: root.items};
		}

		return last.items;
	};

	try {
		const entries = parts.flatMap(part => itemsOf(part).map((node, index) => {
			const place = part.start + node.start;
			return {
				value: toValue(node),
				// Few entries have mistakes: their part is parsed again, once for all of them.
				locate: (path: ReadonlyArray<string | number>) => position(path.length === 0 ? place : part.start + nodeAt(itemsOf(part)[index]!, path).start),
			};
		}));
		return {header: header && placedHeader(header, position, true), entries};
	} catch (error) {
		if (error instanceof YamlError || error instanceof RangeError) {
			return undefined;
		}

		throw error;
	}
}

function readWhole(text: string, name: InputName, position: FindPosition): FileValues {
	const toValues = (root: YamlNode): FileValues => {
		const inner = memberOf(root, 'notifications');
		const header = inner === undefined ? undefined : placedHeader(root, position, inner.kind === 'sequence');
		const list = root.kind === 'sequence' ? root : inner;
		if (list?.kind === 'sequence') {
			return {header, entries: list.items.map(node => placed(node, toValue(node), position))};
		}

		return {header, entries: header === undefined ? [placed(root, toValue(root), position)] : []};
	};

	try {
		const documents = parseYaml(text).map(root => toValues(root));
		const headers = documents.flatMap(({header}) => header ?? []);
		if (headers.length > 1) {
			throw unreadableInput(name, {message: '"notifications" is given in a second document', ...headers[1]!.locate([])});
		}

		const entries = documents.flatMap(document => document.entries);
		// An alias can make a value deeper than the text.
		requireShallow(JSON.stringify(entries.map(({value}) => value)), name);
		return {header: headers[0], entries};
	} catch (error) {
		if (error instanceof YamlError) {
			throw unreadableInput(name, {message: error.message, ...position(error.position)});
		}

		throw error instanceof RangeError ? unreadableInput(name, {message: 'it is nested too deeply, or too large'}) : error;
	}
}
