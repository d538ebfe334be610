import {getScalarValue, EVENT_ID, SCALAR_STYLE, type Event} from 'js-yaml';
import {
	AliasError,
	YamlError,
	type YamlMapping,
	type YamlMember,
	type YamlNode,
	type YamlSequence,
} from './yaml-node.ts';

/** The maximum number of uses of aliases in a text, including uses within the aliased values. Files written by a person have few; a large number is an attack. */
const maxAliases = 100;

/** The tag of text; others have no meaning in a file of notifications. */
const textTags: ReadonlySet<string> = new Set(['!!str', '!']);

/** A collection whose end was not read yet. */
type OpenNode = {
	readonly node: {kind: 'sequence' | 'mapping'; start: number; end: number; items: YamlNode[]};
	readonly anchor: string | undefined;
};

/** Creates a function that builds the nodes of a text from the events of its parser. It returns the root of each document that is not empty, or throws a YamlError. `isPart`: the text is a part of a document. */
export function createBuilder(text: string, isPart: boolean): (events: readonly Event[]) => readonly YamlNode[] {
	const roots: YamlNode[] = [];
	const open: OpenNode[] = [];
	const anchors = new Map<string, YamlNode>();
	/** The number of uses of aliases in each node that has any. */
	const aliases = new Map<YamlNode, number>();
	let last = 0;

	const weigh = (node: YamlNode, uses: number) => {
		for (const {node: parent} of open) {
			const known = parent as unknown as YamlNode;
			aliases.set(known, (aliases.get(known) ?? 0) + uses);
		}

		if ((open[0] === undefined ? uses : aliases.get(open[0].node as unknown as YamlNode)!) > maxAliases) {
			throw new YamlError(`its aliases are used more than ${maxAliases} times; write the values out`, node.start);
		}
	};

	const add = (node: YamlNode, anchor: string | undefined) => {
		if (anchor !== undefined) {
			anchors.set(anchor, node);
		}

		const parent = open.at(-1);
		if (parent === undefined) {
			roots.push(node);
		} else {
			parent.node.items.push(node);
			parent.node.end = Math.max(parent.node.end, node.end);
		}
	};

	const close = () => {
		const {node, anchor} = open.pop()!;
		const closed = node.kind === 'sequence' ? (node as unknown as YamlSequence) : toMapping(node);
		// The members of a mapping are a node of their own, which has the aliases of the collected one.
		aliases.set(closed, aliases.get(node as unknown as YamlNode) ?? 0);
		add(closed, anchor);
	};

	const slice = (from: number, to: number) => (from === -1 ? undefined : text.slice(from, to));

	/** The range of a node without a text: after what is before it or, for an item of a list, at its dash. */
	const emptyRange = () => {
		const parent = open.at(-1)?.node;
		if (parent?.kind !== 'sequence') {
			return [last, last] as const;
		}

		const dash = nextDash(text, parent.items.length === 0 ? parent.start : last);
		return [dash, dash + 1] as const;
	};

	const refuseTag = (tag: string | undefined, start: number) => {
		if (tag !== undefined && !textTags.has(tag)) {
			throw new YamlError(
				`the tag ${tag} has no meaning here; a text that begins with an exclamation mark needs quotes`,
				start,
			);
		}
	};

	const take = (event: Event) => {
		switch (event.type) {
			case EVENT_ID.SCALAR: {
				const [start, end] = event.valueStart === -1 ? emptyRange() : [event.valueStart, event.valueEnd];
				const tag = slice(event.tagStart, event.tagEnd);
				refuseTag(tag, event.tagStart);
				last = end;
				add(
					{
						kind: 'scalar',
						text: getScalarValue(text, event),
						isPlain: event.style === SCALAR_STYLE.PLAIN && tag === undefined,
						start,
						end,
					},
					slice(event.anchorStart, event.anchorEnd),
				);
				break;
			}

			case EVENT_ID.SEQUENCE:
			case EVENT_ID.MAPPING: {
				refuseTag(slice(event.tagStart, event.tagEnd), event.tagStart);
				const anchor = slice(event.anchorStart, event.anchorEnd);
				if (anchor !== undefined) {
					anchors.delete(anchor);
				}

				open.push({
					node: {
						kind: event.type === EVENT_ID.SEQUENCE ? 'sequence' : 'mapping',
						start: event.start,
						end: event.start,
						items: [],
					},
					anchor,
				});
				break;
			}

			case EVENT_ID.ALIAS: {
				const name = slice(event.anchorStart, event.anchorEnd)!;
				const node = isPart ? undefined : anchors.get(name);
				if (node === undefined) {
					const message = open.some(({anchor}) => anchor === name)
						? `the alias *${name} stands for what holds it`
						: `there is no anchor &${name} before this alias; a text that begins with * needs quotes`;
					throw isPart ? new AliasError(message, event.anchorStart - 1) : new YamlError(message, event.anchorStart - 1);
				}

				last = event.anchorEnd;
				weigh(node, 1 + (aliases.get(node) ?? 0));
				add({...node, start: event.anchorStart, end: event.anchorEnd}, undefined);
				break;
			}

			case EVENT_ID.POP: {
				// A document ends with the same event.
				if (open.length > 0) {
					close();
				}

				break;
			}

			case EVENT_ID.DOCUMENT: {
				anchors.clear();
				break;
			}
		}
	};

	return events => {
		for (const event of events) {
			take(event);
		}

		return roots.filter(node => node.kind !== 'scalar' || node.text !== '' || !node.isPlain);
	};
}

/** The offset of the first dash from an offset that is not in a comment; what is between is white space and what closes a value. */
function nextDash(text: string, from: number): number {
	for (let at = from; at < text.length; at++) {
		if (text[at] === '-') {
			return at;
		}

		if (text[at] === '#') {
			at = text.indexOf('\n', at);
			if (at === -1) {
				break;
			}
		}
	}

	return from;
}

/** Pairs the keys and the values of a mapping. @throws YamlError for a key that is not a scalar, is given twice, or would merge another mapping in YAML 1.1. */
function toMapping({start, end, items}: OpenNode['node']): YamlMapping {
	const names = new Set<string>();
	const members: YamlMember[] = [];
	for (let index = 0; index < items.length; index += 2) {
		const key = items[index]!;
		if (key.kind !== 'scalar') {
			throw new YamlError('the name of a member must be text', key.start);
		}

		if (key.text === '<<' && key.isPlain) {
			throw new YamlError(
				'"<<" merges nothing here: write the fields out, or put what all share under "defaults:"',
				key.start,
			);
		}

		if (names.has(key.text)) {
			throw new YamlError(`${JSON.stringify(key.text)} is given twice`, key.start);
		}

		names.add(key.text);
		members.push({key, value: items[index + 1]!});
	}

	return {kind: 'mapping', members, start, end};
}
