import {mayHaveLabels, readText} from '../config/config-file.ts';
import {setLabels} from '../notification/labels.ts';

/** Reads the labels of config.yaml for the whole run. `given`: its text, if it was read already. YAML is loaded only if the file may have some. It never rejects, and without a readable file there are none. Returns what is wrong, in a phrase with file and line; then there are no labels. */
export async function loadLabels(configFile: string, given?: string): Promise<string | undefined> {
	const text = given ?? (await readText(configFile).catch(() => ''));
	if (!mayHaveLabels(text)) {
		setLabels([]);
		return undefined;
	}

	const {readLabels} = await import('./read-labels.ts');
	const read = readLabels(configFile, text);
	setLabels(read.ok ? read.value : []);
	return read.ok ? undefined : read.problem;
}
