import {getScalarValue, parseEvents, YAMLException, EVENT_ID, SCALAR_STYLE, type Event} from 'js-yaml';
import {deepestNesting} from '../../system/limits.ts';
import {explainYaml} from './yaml-mistakes.ts';

/** A node of a YAML text. `start` and `end` are offsets in the text; `end` is that of its last character or child. */
export type YamlNode = YamlScalar | YamlSequence | YamlMapping;

type Range = {readonly start: number; readonly end: number};

/** A scalar, with its text as it is written, without quotes and escapes. `isPlain`: it has no quotes, so that it may be a number, a boolean or null. */
export type YamlScalar = Range & {readonly kind: 'scalar'; readonly text: string; readonly isPlain: boolean};

export type YamlSequence = Range & {readonly kind: 'sequence'; readonly items: readonly YamlNode[]};

export type YamlMapping = Range & {readonly kind: 'mapping'; readonly members: readonly YamlMember[]};

export type YamlMember = {readonly key: YamlScalar; readonly value: YamlNode};

/** Thrown if a text is not YAML, or uses YAML in a way that is refused. The message completes the sentence "line 3: …". */
export class YamlError extends Error {
	override name = 'YamlError';
	/** The offset in the text. */
	readonly position: number;

	constructor(message: string, position: number) {
		super(message);
		this.position = position;
	}
}

/** The maximum number of uses of aliases in a text, including uses within the aliased values. Files written by a person have few; a large number is an attack. */
const maxAliases = 100;

/** The tag of text; others have no meaning in a file of notifications. */
const textTags: ReadonlySet<string> = new Set(['!!str', '!']);

/** A collection whose end was not read yet. */
type OpenNode = {readonly node: {kind: 'sequence' | 'mapping'; start: number; end: number; items: YamlNode[]}; readonly anchor: string | undefined};

/**
Parses a YAML text. Values are not interpreted, so that each is kept as it is written.

@param text - The text.
@param part - Set if it is a part of a document: the number of collections around it. An alias is refused, because its anchor and its other uses can be elsewhere.
@returns The root of each document that is not empty.
@throws YamlError
*/
export function parseYaml(text: string, part?: {readonly depth: number}): readonly YamlNode[] {
	return createBuilder(text, part !== undefined).build(eventsOf(text, deepestNesting - (part?.depth ?? 0)));
}

function eventsOf(text: string, maxDepth: number): readonly Event[] {
	try {
		return parseEvents(text, {maxDepth});
	} catch (error) {
		if (error instanceof YAMLException) {
			const {message, position} = explainYaml(text, {reason: error.reason, position: error.mark?.position ?? 0});
			throw new YamlError(message, position);
		}

		throw error;
	}
}

function createBuilder(text: string, isPart: boolean) {
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
		const closed = node.kind === 'sequence' ? node as unknown as YamlSequence : toMapping(node);
		// The members of a mapping are a node of their own, which has the aliases of the collected one.
		aliases.set(closed, aliases.get(node as unknown as YamlNode) ?? 0);
		add(closed, anchor);
	};

	const slice = (from: number, to: number) => from === -1 ? undefined : text.slice(from, to);

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
			throw new YamlError(`the tag ${tag} has no meaning here; a text that begins with an exclamation mark needs quotes`, start);
		}
	};

	const take = (event: Event) => {
		switch (event.type) {
			case EVENT_ID.SCALAR: {
				const [start, end] = event.valueStart === -1 ? emptyRange() : [event.valueStart, event.valueEnd];
				const tag = slice(event.tagStart, event.tagEnd);
				refuseTag(tag, event.tagStart);
				last = end;
				add({kind: 'scalar', text: getScalarValue(text, event), isPlain: event.style === SCALAR_STYLE.PLAIN && tag === undefined, start, end}, slice(event.anchorStart, event.anchorEnd));
				break;
			}

			case EVENT_ID.SEQUENCE:
			case EVENT_ID.MAPPING: {
				refuseTag(slice(event.tagStart, event.tagEnd), event.tagStart);
				const anchor = slice(event.anchorStart, event.anchorEnd);
				if (anchor !== undefined) {
					anchors.delete(anchor);
				}

				open.push({node: {kind: event.type === EVENT_ID.SEQUENCE ? 'sequence' : 'mapping', start: event.start, end: event.start, items: []}, anchor});
				break;
			}

			case EVENT_ID.ALIAS: {
				if (isPart) {
					throw new YamlError('an alias needs the whole document', event.anchorStart);
				}

				const name = slice(event.anchorStart, event.anchorEnd)!;
				const node = anchors.get(name);
				if (node === undefined) {
					throw new YamlError(open.some(({anchor}) => anchor === name) ? `the alias *${name} stands for what holds it` : `there is no anchor &${name} before this alias; a text that begins with * needs quotes`, event.anchorStart - 1);
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

	return {
		build(events: readonly Event[]): readonly YamlNode[] {
			for (const event of events) {
				take(event);
			}

			return roots.filter(node => node.kind !== 'scalar' || node.text !== '' || !node.isPlain);
		},
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
			throw new YamlError('"<<" merges nothing here: write the fields out, or put what all share under "defaults:"', key.start);
		}

		if (names.has(key.text)) {
			throw new YamlError(`${JSON.stringify(key.text)} is given twice`, key.start);
		}

		names.add(key.text);
		members.push({key, value: items[index + 1]!});
	}

	return {kind: 'mapping', members, start, end};
}

/** The value of a member of a mapping; undefined if there is none. */
export const memberOf = (node: YamlNode | undefined, name: string): YamlNode | undefined => (
	node?.kind === 'mapping' ? node.members.find(({key}) => key.text === name)?.value : undefined
);
