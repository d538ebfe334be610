import {memberOf, type YamlNode} from './yaml-node.ts';

/** A position in a text: its line and its column, from 1. */
export type Position = {readonly line: number; readonly column: number};

/** The number of lines of which only the first one's offset is kept. */
const linesKept = 64;

/** Creates a function that finds the position of an offset in a text. */
export function positionsIn(text: string): (offset: number) => Position {
	// A byte order mark is not a column.
	const first = text.startsWith('\uFEFF') ? 1 : 0;
	const starts = [first];
	for (let at = text.indexOf('\n'), line = 1; at !== -1; at = text.indexOf('\n', at + 1), line++) {
		if (line % linesKept === 0) {
			starts.push(at + 1);
		}
	}

	return offset => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			[low, high] = starts[middle]! <= offset ? [middle, high] : [low, middle - 1];
		}

		let line = low * linesKept;
		let start = starts[low]!;
		for (let at = text.indexOf('\n', start); at !== -1 && at < offset; at = text.indexOf('\n', start)) {
			start = at + 1;
			line++;
		}

		return {line: line + 1, column: 1 + offset - start};
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
