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
	position: number;

	constructor(message: string, position: number) {
		super(message);
		this.position = position;
	}
}

/** Thrown for a text with more values than are parsed at once. */
export class ValueLimitError extends YamlError {
	override name = 'ValueLimitError';
}

/** Thrown for an alias in a part of a document: its anchor, if there is one, can be in another part. */
export class AliasError extends YamlError {
	override name = 'AliasError';
}

/** The value of a member of a mapping; undefined if there is none. */
export const memberOf = (node: YamlNode | undefined, name: string): YamlNode | undefined =>
	node?.kind === 'mapping' ? node.members.find(({key}) => key.text === name)?.value : undefined;
