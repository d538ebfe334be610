/**
Escapes characters in JSON that a terminal would interpret, hide or reorder, or that YAML does not allow. The JSON value stays the same.

@param json - The output of JSON.stringify, with or without line breaks.
*/
export function safeJson(json: string): string {
	return json.replaceAll(
		/[[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\uFFFE\uFFFF]--\n]/gv,
		character =>
			character
				.split('')
				.map(unit => String.raw`\u${unit.codePointAt(0)!.toString(16).padStart(4, '0')}`)
				.join(''),
	);
}
