import {unreadableInput} from './bodies-error.ts';
import type {FileValues, InputName, PlacedValue} from './body-values.ts';
import {requireShallow} from './json-values.ts';
import {nodeAt, positionsIn} from './positions.ts';
import {memberOf, parseYaml, YamlError, type YamlNode} from './yaml-tree.ts';
import {toValue} from './yaml-value.ts';

/** Reads the values in a YAML text, which may have several documents. @throws BodiesError */
export function readYaml(text: string, name: InputName): FileValues {
	const position = positionsIn(text);
	const placed = (node: YamlNode, value: unknown): PlacedValue => ({value, locate: path => position(nodeAt(node, path).start)});
	const toValues = (root: YamlNode): FileValues => {
		const inner = memberOf(root, 'notifications');
		const header = inner === undefined ? undefined : placed(root, toValue(root));
		const list = root.kind === 'sequence' ? root : inner;
		if (list?.kind === 'sequence') {
			return {header, entries: list.items.map(node => placed(node, toValue(node)))};
		}

		return {header, entries: header === undefined ? [placed(root, toValue(root))] : []};
	};

	try {
		const documents = parseYaml(text).map(root => toValues(root));
		const headers = documents.flatMap(({header}) => header ?? []);
		if (headers.length > 1) {
			throw unreadableInput(name, `line ${headers[1]!.locate([]).line}: "notifications" is given in a second document`);
		}

		const entries = documents.flatMap(document => document.entries);
		// An alias can make a value deeper than the text.
		requireShallow(JSON.stringify(entries.map(({value}) => value)), name);
		return {header: headers[0], entries};
	} catch (error) {
		if (error instanceof YamlError) {
			throw unreadableInput(name, `line ${position(error.position).line}: ${error.message}`);
		}

		throw error instanceof RangeError ? unreadableInput(name, 'it is nested too deeply, or too large') : error;
	}
}
