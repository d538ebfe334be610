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
