import type {ScannedSource} from './member-places.ts';
import type {SkippedElement} from './pass-elements.ts';

/** The limits of a listing's parser, and its callbacks for elements that are not parsed. */
export type ParserOptions = {
	/** Called instead of `onElement` with each element that is recognised as a notification without being parsed. */
	readonly onNotification?: (id: string, source: ScannedSource) => void;
	/** Called with each element that is too large or too deeply nested. */
	readonly onSkipped?: (element: SkippedElement) => void;
	/** The maximum size of an element, and of the document around the elements, in bytes. */
	readonly longest?: number;
};
