/** The escapes of characters that roff would interpret, or typeset as others than typed. */
const escapes: Readonly<Record<string, string>> = {
	'\\': String.raw`\e`,
	'-': String.raw`\-`,
	"'": String.raw`\(aq`,
	'`': String.raw`\(ga`,
	'^': String.raw`\(ha`,
	'~': String.raw`\(ti`,
};

/** Escapes text for roff; the result is ASCII. A line that begins with a dot or an apostrophe stays text. */
export function roffText(text: string): string {
	return text
		.replaceAll(/[\\\-'`^~]/gv, character => escapes[character]!)
		.replaceAll(
			/[^\n -\u{7E}]/gv,
			character => String.raw`\[u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
		)
		.replaceAll(/^(?=\.)/gmv, String.raw`\&`);
}

/** Text in bold. */
export const bold = (text: string): string => String.raw`\fB${roffText(text)}\fR`;

/** A section with its title. */
export const manSection = (title: string, ...parts: readonly string[]): string => [`.SH ${title}`, ...parts].join('\n');

/** A paragraph. */
export const manParagraph = (text: string): string => `.PP\n${text}`;

/** A list of terms in bold with their descriptions. */
export const manTerms = (rows: ReadonlyArray<readonly [term: string, description: string]>): string =>
	rows.map(([term, description]) => `.TP\n${bold(term)}\n${roffText(description)}`).join('\n');

/** Lines that are not filled: an example, or a text with its own line breaks. */
export const manLines = (lines: string): string => `.PP\n.nf\n${roffText(lines)}\n.fi`;
