import {readFile} from 'node:fs/promises';
import {build, type Plugin} from 'rolldown';
import {expect, test} from 'vitest';
import config from '../rolldown.config.ts';

/** A file of a dependency that has another name. */
function renamed(file: string): Plugin {
	const suffix = '.renamed.js';
	return {
		name: 'renamed',
		resolveId: {
			filter: {id: /^\.{1,2}\//v},
			async handler(source, importer) {
				const resolved = await this.resolve(source, importer, {skipSelf: true});
				return resolved?.id.endsWith(file) === true ? `${resolved.id}${suffix}` : null;
			},
		},
		load: {
			filter: {id: /\.renamed\.js$/v},
			handler: async id => readFile(id.slice(0, -suffix.length), 'utf8'),
		},
	};
}

/** A file of a dependency that has another text. */
const changed = (file: string, text: string): Plugin => ({
	name: 'changed',
	transform: (code, id) =>
		id.endsWith(file) ? {code: code.replaceAll(text, () => text.replaceAll(' ', '  ')), map: null} : null,
});

/** The build of package.json with the text or the name of a file changed, which writes nothing. */
const buildWith = async (plugin: Plugin, input?: string) =>
	build({
		...config,
		...(input !== undefined && {input}),
		plugins: [plugin, config.plugins],
		write: false,
		logLevel: 'silent',
	});

/** Ink alone, for builds that fail: the rest of the program would only take time. */
const ink = 'ink';

test('every patch of the build changes something, also after a build that failed; then the build fails and names the patch of a renamed file', async () => {
	await expect(buildWith(renamed('ink/build/log-update.js'), ink)).rejects.toThrow('log-update');
	const {output} = await buildWith({name: 'none'});
	expect(output[0].fileName).toBe('cli.cjs');
	await expect(buildWith(renamed('ink/build/output.js'), ink)).rejects.toThrow(
		/patch of \\bink\\\/build\\\/output\\\.js\$: +get\(\) \{$/mv,
	);
});

test('the build fails and names a patch whose text has changed', async () => {
	await expect(buildWith(changed('ink/build/ink.js', 'const startTime = performance.now();'), ink)).rejects.toThrow(
		'const startTime = performance.now(); was not found',
	);
});
