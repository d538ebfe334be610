import {stringify, type ToStringOptions} from 'yaml';
import {plainValue} from '../platform/json.ts';
import {safeJson} from './sanitise.ts';

/** Formats a parsed JSON value as YAML. If plain text would contain a character that YAML does not allow or a terminal would interpret, all texts are quoted and such characters escaped. */
export function yamlText(value: unknown): string {
	const plain = plainValue(value);
	const text = printed(plain);
	return isHarmless(text) &&
		isHarmless(JSON.stringify(plain, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)))
		? text
		: safeJson(printed(plain, {defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE'}));
}

const printed = (value: unknown, options?: ToStringOptions): string =>
	stringify(value, {lineWidth: 0, aliasDuplicateObjects: false, ...options});

/** Whether a text has no characters to escape. JSON escapes lone surrogates and control characters. */
const isHarmless = (text: string): boolean => !text.includes(String.raw`\u`) && safeJson(text) === text;
