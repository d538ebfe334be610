/** What is used of a node of Ink's tree that holds text. */
export type InkTextNode = {
	readonly parentNode: InkTextHolder | undefined;
};

/** The node around a text, which layout measures. */
export type InkTextHolder = {
	readonly nodeName: string;
	/** Layout has asked for its size where there was less room than the text wants. */
	readonly isNarrowed?: boolean;
};

type Size = {readonly width: number; readonly height: number};

/**
Remembers the room that a text wants, to be called before another text takes its place.

@returns What tells afterwards whether the layout stays as it is: it does if the new text wants the same room, and the old one always had it. Where the old one was wrapped or cut, another of the same size may be wrapped in another way.
*/
export function rememberSize(node: InkTextNode, measure: (holder: InkTextHolder) => Size): () => boolean {
	const holder = node.parentNode;
	if (holder?.nodeName !== 'ink-text' || holder.isNarrowed === true) {
		return () => false;
	}

	const before = measure(holder);
	return () => {
		const after = measure(holder);
		return after.width === before.width && after.height === before.height;
	};
}
