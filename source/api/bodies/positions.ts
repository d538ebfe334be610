import {memberOf, parseYaml, type YamlNode} from './yaml-tree.ts';

/** A position in a text: its line and its column, from 1. */
export type Position = {readonly line: number; readonly column: number};

/** Creates a function that finds the position of an offset in a text. */
export function positionsIn(text: string, firstLine = 1): (offset: number) => Position {
	// A byte order mark is not a column.
	const starts = [text.startsWith('\uFEFF') ? 1 : 0];
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
		starts.push(at + 1);
	}

	return offset => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			[low, high] = starts[middle]! <= offset ? [middle, high] : [low, middle - 1];
		}

		return {line: firstLine + low, column: 1 + offset - starts[low]!};
	};
}

/** Finds the node of a path, or the last one on the way to it. */
export function nodeAt(root: YamlNode, path: ReadonlyArray<string | number>): YamlNode {
	let node = root;
	for (const step of path) {
		const next = node.kind === 'sequence' ? node.items[Number(step)] : memberOf(node, String(step));
		if (next === undefined) {
			return node;
		}

		node = next;
	}

	return node;
}

/** Creates a function that finds positions in a JSON text. The text is parsed for it when it is first called, because few files have mistakes. */
export function lazyLocator(text: string, firstLine = 1): (path: ReadonlyArray<string | number>) => Position {
	let found: {readonly root: YamlNode | undefined; readonly position: (offset: number) => Position} | undefined;
	return path => {
		if (path.length === 0) {
			return {line: firstLine, column: 1};
		}

		found ??= {root: rootOf(text), position: positionsIn(text, firstLine)};
		const {root, position} = found;
		return root === undefined ? {line: firstLine, column: 1} : position(nodeAt(root, path).start);
	};
}

/** The root of a JSON text; undefined if it is not YAML, such as with a member given twice. */
function rootOf(text: string): YamlNode | undefined {
	try {
		return parseYaml(text)[0];
	} catch {
		return undefined;
	}
}
