import {isMap, isNode, isScalar, isSeq, type Document} from 'yaml';

/**
Finds a member of a YAML document.

@param document - As parsed from `text`.
@param text - The file.
@param path - Names and indexes, from the top.
@returns The line of its name, or of the item of a list, from 1; undefined if it is not there.
*/
export function lineAt(document: Document, text: string, path: readonly PropertyKey[]): number | undefined {
	let node: unknown = document.contents;
	let found: unknown;
	for (const step of path) {
		if (isMap(node)) {
			const pair = node.items.find(({key}) => isScalar(key) && String(key.value) === String(step));
			[found, node] = [pair?.key, pair?.value];
		} else {
			node = isSeq(node) ? node.items[Number(step)] : undefined;
			found = node;
		}
	}

	const offset = isNode(found) ? found.range?.[0] : undefined;
	return offset === undefined ? undefined : text.slice(0, offset).split('\n').length;
}
