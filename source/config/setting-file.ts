import {isMap, parseDocument} from 'yaml';
import type {ScreenSettingName} from './screen-setting-names.ts';
import {syntaxProblem} from './setting-problem.ts';
import {changeFile} from './text-file.ts';

/** The path of a value in config.yaml: a setting for the screens, followed by names or indexes. */
export type SettingPath = readonly [ScreenSettingName, ...Array<string | number>];

/**
Writes one setting for the screens to config.yaml, which is created if it is missing. The rest of the file is kept, including comments.

@param file - The path of config.yaml.
@param path - An index one past the end of a list adds to it.
@param value - Plain data.
@throws When the file cannot be read or written, is not YAML, or others can write to it.
*/
export async function saveSetting(file: string, path: SettingPath, value: unknown): Promise<void> {
	await changeFile(file, text => {
		const document = parseDocument(text, {logLevel: 'error'});
		const problem = syntaxProblem(file, document);
		if (problem !== undefined) {
			throw new Error(problem);
		}

		if (!isMap(document.contents)) {
			if (document.contents !== null && document.toJS() !== null) {
				throw new Error(`${file} holds no settings`);
			}

			document.contents = document.createNode({}) as never;
		}

		document.setIn(path, document.createNode(value));
		return document.toString();
	});
}
