/** The search texts of many records, in the order of these. */
export type SearchTexts = {
	/** Adds the search text of the next record. */
	readonly add: (text: string) => void;
	/** Returns the texts that were added, in lower case. */
	readonly finish: () => string[];
};

/** The number of characters that are made one text. */
const blockLength = 131_072;

/** Matches texts that take one byte a character, and whose lower case is as long. */
const ascii = /^[\u{0}-\u{7F}]*$/v;

/**
Collects search texts after others.

Those of ASCII alone, which most are, become parts of a few large texts. Otherwise the garbage collector would move each of them twice, which takes longer than the rest. A large text is kept as long as one of its parts is.

@param known - The texts of the records before, in lower case. The array is changed.
*/
export function collectSearchTexts(known: string[] = []): SearchTexts {
	/** The texts of the next block, and their places among all. */
	let parts: string[] = [];
	let places: number[] = [];
	let length = 0;

	const endBlock = () => {
		const block = parts.join('').toLowerCase();
		let from = 0;
		for (const [index, part] of parts.entries()) {
			known[places[index]!] = block.slice(from, from + part.length);
			from += part.length;
		}

		parts = [];
		places = [];
		length = 0;
	};

	return {
		add(text) {
			if (!ascii.test(text)) {
				known.push(text.toLowerCase());
				return;
			}

			places.push(known.length);
			parts.push(text);
			known.push('');
			length += text.length;
			if (length >= blockLength) {
				endBlock();
			}
		},
		finish() {
			endBlock();
			return known;
		},
	};
}
