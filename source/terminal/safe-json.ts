/**
JSON that is the same JSON, and harmless in a terminal too: what a terminal would obey, hide or reorder is escaped.

@param json - As JSON.stringify writes it, with or without line ends.
*/
export function safeJson(json: string): string {
	return json.replaceAll(
		/[[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}]--\n]/gv,
		character => character.split('').map(unit => String.raw`\u${unit.codePointAt(0)!.toString(16).padStart(4, '0')}`).join(''),
	);
}
