/** A text as a part of a regular expression that matches it: the characters that have a meaning there (ECMAScript, SyntaxCharacter), and the slash, are escaped. */
export const escapePattern = (text: string): string => text.replaceAll(/[$\(\)*+.\/?\[\\\]^\{\|\}]/gv, String.raw`\$&`);
