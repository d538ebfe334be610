import process from 'node:process';
/** Formats a whole number that is not negative with a comma before each three digits, such as `40,000`. `toLocaleString` loads locale data for the same, which takes as long as drawing the first page. */
export const numberText = (number: number): string => String(number).replaceAll(/\B(?=(?:\d{3}){1,5}$)/gv, ',');

/** A number of things: `1 notification`, `2,000 notifications`. `noun`: in the singular. */
export const counted = (count: number, noun: string): string => `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A text as a complete sentence: with a full stop, unless it ends with other punctuation. */
export const sentence = (text: string): string => (/[!.?…]$/v.test(text) ? text : `${text}.`);

/** The parts that say something. */
export const nonEmpty = (parts: ReadonlyArray<string | false | undefined>): string[] =>
	parts.filter((part): part is string => part !== false && part !== undefined && part !== '');

/** The parts that say something, with `sign` between them. */
export const joined = (parts: ReadonlyArray<string | false | undefined>, sign: string): string =>
	nonEmpty(parts).join(sign);

/** A value that was parsed, or one sentence that says what is wrong with the text. The sentence quotes it: sanitise it before it is shown. */
export type Parsed<T> = {readonly ok: true; readonly value: T} | {readonly ok: false; readonly problem: string};

export const parsed = <T>(value: T): Parsed<T> => ({ok: true, value});
export const wrong = (problem: string): Parsed<never> => ({ok: false, problem});

/** The integers from 0 up to, but not including, `count`. */
export const range = (count: number): number[] => Array.from({length: count}, (_, index) => index);

/** A text whose first letter is in lower case, for the middle of a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A text whose first letter is in upper case, for the beginning of a sentence. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The maximum number of edits between a mistyped name and the suggested one. */
const maxEdits = 2;

/** The known name that is most similar to a mistyped one; undefined if none is similar. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
	let best: {readonly name: string; readonly edits: number} | undefined;
	for (const name of names) {
		if (name.startsWith(typed) && typed.length > 1) {
			return name;
		}

		// As many letters at least must be inserted or removed.
		if (Math.abs(name.length - typed.length) > maxEdits) {
			continue;
		}

		const edits = editDistance(typed, name);
		// Two edits turn any short word into any other.
		if (edits <= Math.min(maxEdits, Math.floor(name.length / 2)) && (best === undefined || edits < best.edits)) {
			best = {name, edits};
		}
	}

	return best?.name;
}

/** The end of a sentence that suggests a name; empty if there is none. */
export const suggestion = (name: string | undefined): string => (name === undefined ? '' : ` Did you mean ${name}?`);

/** The number of letters to insert, remove, replace, or swap with their neighbour (optimal string alignment distance). */
function editDistance(from: string, to: string): number {
	let beforePrevious: number[] = [];
	let previous = Array.from({length: to.length + 1}, (_, column) => column);
	for (let row = 1; row <= from.length; row++) {
		const current = [row];
		for (let column = 1; column <= to.length; column++) {
			const isEqual = from[row - 1] === to[column - 1];
			const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			current.push(
				Math.min(
					previous[column]! + 1,
					current[column - 1]! + 1,
					previous[column - 1]! + (isEqual ? 0 : 1),
					isSwapped ? beforePrevious[column - 2]! + 1 : Infinity,
				),
			);
		}

		beforePrevious = previous;
		previous = current;
	}

	return previous[to.length]!;
}

// Compiling a regular expression with Unicode properties takes part of a millisecond, so each is compiled when a text needs it.

/** Replaces the characters of a text that a terminal would interpret, hide or reorder. Parts of an emoji are kept. */
export function replaceUnseen(text: string, replace: (character: string) => string): string {
	// Matches invisible parts of an emoji that are allowed: the joiner between pictographs (UTS 51, `emoji_zwj_sequence`) and the colour variation selector.
	const emojiPart =
		/(?<=\p{Extended_Pictographic}[\p{Emoji_Modifier}\u{FE0F}]?)\u{200D}(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\u{FE0F}/vy;
	// Matches controls, formats, separators, fillers and lone surrogates.
	const unseen =
		/[\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\p{Private_Use}\p{Surrogate}\p{Unassigned}]/gv;
	return text.replaceAll(unseen, (character, offset: number) => {
		emojiPart.lastIndex = offset;
		return emojiPart.test(text) ? character : replace(character);
	});
}

/** Replaces the characters of a text that look like a normal space, such as the no-break space. The ideographic space is visibly wider and is kept. */
export function replaceSpaceLike(text: string, replace: (character: string) => string): string {
	return text.replaceAll(/[\p{Space_Separator}--[ \u{3000}]]/gv, character => replace(character));
}

/** The code point of a character, such as `U+200B`. */
export function codePointName(character: string): string {
	return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns the invisible or misleading characters of a text, in order. */
export function invisibleIn(text: string): string[] {
	const found: string[] = [];
	const note = (character: string) => {
		found.push(character);
		return character;
	};

	replaceUnseen(text, note);
	replaceSpaceLike(text, note);
	return found;
}

const ascii = /^\p{ASCII}*$/v;

/**
Folds a text, so that texts which differ only in case or in their Unicode form are equal: full case folding, and NFC. The dotted and the dotless i of Turkish are an i like any other, and a final sigma is a sigma.

ASCII, which most texts are, is only lower-cased.
*/
export function foldText(text: string): string {
	const lower = text.toLowerCase();
	return ascii.test(lower)
		? lower
		: lower
				.normalize('NFC')
				.toUpperCase()
				.toLowerCase()
				.replaceAll('ς', 'σ')
				.replaceAll('i\u{307}', 'i')
				.normalize('NFC');
}

/** A folded text, and the places in the original. */
type FoldedPlaces = {
	readonly text: string;
	/** The start in the original of the character that has an offset in the folded text. */
	readonly startOf: (at: number) => number;
	/** The end in the original of the character that ends at an offset in the folded text, or after it. */
	readonly endOf: (at: number) => number;
};

/** Folds a text whose places are needed. */
export function foldWithPlaces(text: string): FoldedPlaces {
	if (ascii.test(text)) {
		return {text: text.toLowerCase(), startOf: at => at, endOf: at => at};
	}

	let folded = '';
	const starts: number[] = [];
	const ends: number[] = [];
	for (const {0: character, index} of text.matchAll(/\P{Mark}\p{Mark}*|\p{Mark}+/gv)) {
		const piece = foldText(character);
		folded += piece;
		starts.push(...Array.from({length: piece.length}, () => index));
		ends.push(...Array.from({length: piece.length}, () => index + character.length));
	}

	return {text: folded, startOf: at => starts[at] ?? text.length, endOf: at => ends[at - 1] ?? 0};
}

/**
Compiles a pattern, case-insensitive unless other flags are given. Syntax that only older JavaScript allows is accepted as well.

@throws SyntaxError
*/
export function patternOf(source: string, flags = 'i'): RegExp {
	const expressionWith = (all: string) => new RegExp(source, all);
	try {
		return expressionWith(`${flags}v`);
	} catch {
		return expressionWith(flags);
	}
}

/** The SHA-256 of a text. Node's module is loaded when it is first needed: a command that only lists needs none, and loading it takes a seventh of the time of `node -e 0`. */
export const sha256 = (text: string, encoding: 'hex' | 'base64' = 'hex'): string =>
	process.getBuiltinModule('node:crypto').hash('sha256', text, encoding);

/** A text as a part of a regular expression that matches it: the characters that have a meaning there (ECMAScript, SyntaxCharacter), and the slash, are escaped. */
export const escapePattern = (text: string): string => text.replaceAll(/[$\(\)*+.\/?\[\\\]^\{\|\}]/gv, String.raw`\$&`);
