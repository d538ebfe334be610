import {cacheIn} from './frame-cache.ts';

/** The part of an Ink text node that is used here. */
export type InkTextNode = {
	readonly parentNode: InkTextHolder | undefined;
};

/** The node around a text, which layout measures. */
export type InkTextHolder = {
	readonly nodeName: string;
	/** Whether layout has asked for its size with less room than the text needs. */
	readonly isNarrowed?: boolean;
};

type Size = {readonly width: number; readonly height: number};

/**
Remembers the size of a text. Call it before the text is replaced.

@returns A function to call afterwards, which says whether the layout stays the same: the new text needs the same room, and the old one always had it. If the old one was wrapped or cut, another of the same size may be wrapped differently.
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

/** Texts with styles as Ink's layout takes them, by the text. */
const sanitised = new Map<string, string>();

/** Returns what `sanitise`, Ink's own function, makes of a text: of one that an earlier frame had without reading it again. */
export const sanitiseOnce = (text: string, sanitise: (text: string) => string): string =>
	cacheIn(sanitised, text, () => sanitise(text));
