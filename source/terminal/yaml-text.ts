import {stringify} from 'yaml';
import {plainValue, isObject} from '../platform/json.ts';
import {safeJson} from './sanitise.ts';

/** Formats a parsed JSON value as YAML. If plain text would contain a character that YAML does not allow or a terminal would interpret, all texts are quoted and such characters escaped. */
export const yamlText = (value: unknown): string => ordinaryYaml(value) ?? unusualYaml(value);

/** Like `yamlText`, for any value. */
export function unusualYaml(value: unknown): string {
	const plain = plainValue(value);
	const text = stringify(plain, {lineWidth: 0, aliasDuplicateObjects: false});
	return isHarmless(text) &&
		isHarmless(JSON.stringify(plain, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)))
		? text
		: safeJson(
				stringify(plain, {
					lineWidth: 0,
					aliasDuplicateObjects: false,
					defaultStringType: 'QUOTE_DOUBLE',
					defaultKeyType: 'QUOTE_DOUBLE',
				}),
			);
}

/** Whether a text has no characters to escape. JSON escapes lone surrogates and control characters. */
const isHarmless = (text: string): boolean => !text.includes(String.raw`\u`) && safeJson(text) === text;

/**
Formats a list or an object as YAML, exactly as `stringify` of the package yaml does without a line width, and in a fraction of its time: it makes a node of each value first.

@returns Undefined if a value is out of the ordinary, so that the package has to format it: a character that is not printable, a number that JSON would print differently, white space at the end of a text of several lines.
*/
export function ordinaryYaml(value: unknown): string | undefined {
	const text = isFilled(value) ? collectionText(value, '') : undefined;
	return text === undefined ? undefined : `${text}\n`;
}

type Collection = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Whether a value is a list or an object that is not empty. */
const isFilled = (value: unknown): value is Collection =>
	Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0;

/** Formats a collection. `indent`: the white space before its lines after the first one. */
function collectionText(value: Collection, indent: string): string | undefined {
	const inner = `${indent}  `;
	const lines = Array.isArray(value)
		? value.map((item: unknown) => joined('- ', valueText(item, inner)))
		: Object.entries(value).map(([name, member]) =>
				ordinaryName.test(name) && !otherType.test(name)
					? joined(`${name}:${isFilled(member) ? `\n${inner}` : ' '}`, valueText(member, inner))
					: undefined,
			);
	return lines.includes(undefined) ? undefined : lines.join(`\n${indent}`);
}

const joined = (before: string, text: string | undefined): string | undefined =>
	text === undefined ? undefined : before + text;

function valueText(value: unknown, indent: string): string | undefined {
	if (typeof value === 'string') {
		return stringText(value, indent);
	}

	if (isFilled(value)) {
		return collectionText(value, indent);
	}

	const isOrdinary =
		value === null ||
		typeof value === 'boolean' ||
		Array.isArray(value) ||
		isObject(value) ||
		(typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0));
	return isOrdinary ? JSON.stringify(value) : undefined;
}

/** The name of a member that needs no quotes. */
const ordinaryName = /^[A-Za-z_][\-\w]{0,100}$/v;

/** A character that the package escapes, that a terminal would interpret, or that a text in double quotes escapes. */
const unusual = /[[\p{Other}\p{Line_Separator}\p{Paragraph_Separator}\\]--\n]/v;

/** A text that is not read as text without quotes (YAML 1.2.2, section 7.3.3). */
const needsQuotes = /^[\t !"#%\x26'*,>@\[\]`\{\|\}]|^[\-?](?:[\t ]|$)|:(?:[\t ]|$)|[\t ](?:#|$)/v;

/** A text that without quotes is read as null, a boolean or a number (YAML 1.2.2, section 10.3.2). */
const otherType =
	/^(?:|~|[Nn]ull|NULL|[Tt]rue|TRUE|[Ff]alse|FALSE|0o[0-7]+|0x[\dA-Fa-f]+|[\-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[Ee][\-+]?\d+)?|[\-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/v;

function stringText(text: string, indent: string): string | undefined {
	if (unusual.test(text) || /^(?:---|\.\.\.)/v.test(text)) {
		return undefined;
	}

	if (text.includes('\n')) {
		// White space at either end would need an indicator.
		return /^\s|\s\n?$/v.test(text)
			? undefined
			: `|${text.endsWith('\n') ? '' : '-'}\n${indent}${text.replace(/\n$/v, '').replaceAll(/\n+/gv, `$&${indent}`)}`;
	}

	if (!needsQuotes.test(text) && !otherType.test(text)) {
		return text;
	}

	return text.includes('"') && !text.includes("'") ? `'${text}'` : JSON.stringify(text);
}
