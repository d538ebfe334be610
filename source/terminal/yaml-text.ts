import {stringify} from 'yaml';
import {plainValue} from '../system/plain-value.ts';
import {ordinaryYaml} from './ordinary-yaml.ts';
import {safeJson} from './safe-json.ts';

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
