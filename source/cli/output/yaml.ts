import {Buffer} from 'node:buffer';
import {stringify} from 'yaml';
import {tryParseJson} from '../../system/json.ts';
import {plainValue} from '../../system/plain-value.ts';
import {safeJson} from '../../terminal/safe-json.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {OutputKind} from './write-records.ts';

/**
Formats records as a YAML sequence, one by one. A record that cannot be parsed is printed as its text.

@yields A record.
*/
export function * yamlPieces<T>(records: Iterable<T>, {json, comment}: Pick<OutputKind<T>, 'json' | 'comment'>): Generator<string> {
	let isEmpty = true;
	for (const record of records) {
		isEmpty = false;
		const note = comment?.(record);
		const text = Buffer.from(json(record)).toString();
		yield `${note === undefined ? '' : `# ${sanitise(note)}\n`}${yamlText([tryParseJson(text) ?? text])}`;
	}

	if (isEmpty) {
		yield '[]\n';
	}
}

/** Formats a parsed JSON value as YAML. If plain text would contain a character that YAML does not allow or a terminal would interpret, all texts are quoted and such characters escaped. */
export function yamlText(value: unknown): string {
	const plain = plainValue(value);
	const text = stringify(plain, {lineWidth: 0, aliasDuplicateObjects: false});
	return isHarmless(text) && isHarmless(JSON.stringify(plain, (_key, each: unknown) => typeof each === 'bigint' ? String(each) : each))
		? text
		: safeJson(stringify(plain, {lineWidth: 0, aliasDuplicateObjects: false, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE'}));
}

/** Whether a text has no characters to escape. JSON escapes lone surrogates and control characters. */
const isHarmless = (text: string): boolean => !text.includes(String.raw`\u`) && safeJson(text) === text;
