/** Quotes any text as one word for a POSIX shell (POSIX.1-2017, Shell Command Language, 2.2.2). */
export function shellQuote(text: string): string {
	return `'${text.replaceAll('\'', String.raw`'\''`)}'`;
}
