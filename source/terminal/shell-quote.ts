import {Buffer} from 'node:buffer';

/** Quotes any text as one word for a POSIX shell (POSIX.1-2017, Shell Command Language, 2.2.2). */
export function shellQuote(text: string): string {
	return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Matches a word that means itself in every shell; zsh expands one that begins with `=`. */
const plainWord = /^[\w%+:,.@\/\-][\w%+=:,.@\/\-]*$/v;

/** Matches what a terminal would interpret, hide or reorder. Line breaks and tabs can stand in quotes. */
const unsafe = /[[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}]--[\n\t]]/v;

/** Writes any text without NUL as one word for a POSIX shell, such that a terminal can show it: plain, in quotes, or with `printf` where it has control characters. */
export function shellWord(text: string): string {
	if (plainWord.test(text)) {
		return text;
	}

	if (!unsafe.test(text)) {
		return shellQuote(text);
	}

	// A shell removes the line breaks at the end of what a command prints, and printf takes a `-` at the start for an option.
	const end = text.split('').findLastIndex(unit => unit !== '\n') + 1;
	const escaped = text
		.slice(0, end)
		.replaceAll(/[%\\]/gv, '$&$&')
		.replaceAll(new RegExp(unsafe, 'gv'), octal)
		.replace(/^-/v, octal);
	return `"$(printf ${shellQuote(escaped)})"${end === text.length ? '' : shellQuote(text.slice(end))}`;
}

/** The UTF-8 bytes of a character as printf takes them. */
const octal = (character: string) =>
	Array.from(Buffer.from(character), byte => `\\${byte.toString(8).padStart(3, '0')}`).join('');
