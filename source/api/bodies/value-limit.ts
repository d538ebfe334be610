import {defaultLimits} from '../../platform/limits.ts';
import {numberText} from '../../platform/text.ts';

/** The limits of what is in memory at a time when a text is read. */
export type ReadingLimits = {
	/** The most values of a text that is parsed at once: a notification, or a document that is not just a list of them. A person or a program writes far fewer. */
	readonly values: number;
	/** The most notifications of a JSON document. */
	readonly entries: number;
	/** The size in characters from which a list in YAML is read in parts. A part is as fast as a whole document per character, and its nodes are short-lived. */
	readonly part: number;
};

/** The limits unless a test sets others. */
export const readingLimits: ReadingLimits = {values: 500_000, entries: defaultLimits.records, part: 16_000};

/** The characters of which each value in JSON has one before it, apart from the first. */
export const jsonSigns = ',[{';

/** The same for YAML, and the signs that begin an escape in quotes: each takes a piece of text of its own. */
export const yamlSigns = ",[{:?-\n\\'";

/**
Finds where a text may have more values than a limit, without parsing it. Texts with such characters count as more than one.

@returns The offset; undefined if it has fewer.
*/
export function findValueBeyond(text: string, limit: number, signs: string): number | undefined {
	// Most texts are too short for so many.
	if (text.length <= limit) {
		return undefined;
	}

	let count = 0;
	for (let at = 0; at < text.length; at++) {
		// A minus sign is in many texts; one that begins an item is followed by white space.
		const sign = text[at]!;
		if (signs.includes(sign) && (sign !== '-' || ' \t\r\n'.includes(text[at + 1] ?? ' '))) {
			count++;
			if (count >= limit) {
				return at;
			}
		}
	}

	return undefined;
}

/** The mistake in a text with too many values, and what to do. */
export const tooManyValues = (limit: number): string =>
	`it has more than ${numberText(limit)} values up to here, the most of one notification and of a file that is not just a list of them without aliases; divide it into several files`;

/** The mistake in a text with too many notifications, and what to do. */
export const tooManyEntries = (limit: number): string =>
	`it has more than ${numberText(limit)} notifications up to here; divide it into several files`;
