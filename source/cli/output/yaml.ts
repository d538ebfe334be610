import {Buffer} from 'node:buffer';
import {tryParseJson} from '../../platform/json.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {yamlText} from '../../terminal/yaml-text.ts';
import type {OutputKind} from './write-records.ts';

/**
Formats records as a YAML sequence, one by one. A record that cannot be parsed is printed as its text.

@yields A record.
*/
export function* yamlPieces<T>(
	records: Iterable<T>,
	{json, comment}: Pick<OutputKind<T>, 'json' | 'comment'>,
): Generator<string> {
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
