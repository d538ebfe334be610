import {signedOperators} from '../vocabulary.ts';

/** The signs by the names that are sent. An operator without one stands for itself. */
const signs: ReadonlyMap<string, string> = new Map(signedOperators.map(({name, sign}) => [name, sign]));
const names: ReadonlyMap<string, string> = new Map(signedOperators.map(({name, sign}) => [sign, name]));

/** The signs with their names in one line, for help and docs: `eq (=), neq (!=)`. */
export const signsText = signedOperators.map(({name, sign}) => (name === sign ? name : `${name} (${sign})`)).join(', ');

/** An operator in a condition: `>` for gt. One that looks like a sign is in quotes, because a service may have an operator `">"`. Some services say ne for neq. */
export const operatorText = (operator: string): string =>
	signs.get(operator === 'ne' ? 'neq' : operator) ?? typedOperator(operator);

/** The name of an operator that looks like the sign of another one: gt for `>`. */
export const nameOfSign = (operator: string): string | undefined => {
	const name = names.get(operator);
	return name === operator ? undefined : name;
};

/** Reads an operator that a person typed: a sign stands for a name, and what is in quotes is taken as it is. */
export function readOperator(text: string): string {
	const trimmed = text.trim();
	return unquoted(trimmed) ?? names.get(trimmed.replaceAll(/\s+/gv, ' ')) ?? text;
}

/** Reads an operator in a file: quotes are removed, and a sign stands for itself. */
export const operatorInFile = (text: string): string => unquoted(text.trim()) ?? text;

/** An operator as a person types it: in quotes where it would be read as another one. */
export const typedOperator = (operator: string): string =>
	operator === '' || (/^[^\s"]+$/v.test(operator) && nameOfSign(operator) === undefined)
		? operator
		: JSON.stringify(operator);

/** An operator at the beginning of a text: in quotes, of two words, or a word. */
export const operatorPattern = String.raw`"(?:[^"\\]|\\.)*"|not\s+(?:in|contains)(?!\S)|\S+`;

function unquoted(text: string): string | undefined {
	if (!text.startsWith('"')) {
		return undefined;
	}

	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'string' ? value : undefined;
	} catch {
		return undefined;
	}
}
