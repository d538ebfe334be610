import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import type {Plugin} from 'rolldown';

/** Removes the names from the source maps: a stack trace shows positions alone (cli/source-frames.ts), and the package is a twelfth smaller without them. */
export const namelessMaps: Plugin = {
	name: 'source maps without names',
	async writeBundle({dir = 'dist'}, bundle) {
		const maps = Object.keys(bundle).filter(file => file.endsWith('.map'));
		await Promise.all(
			maps.map(async map => {
				const file = path.join(dir, map);
				const content = JSON.parse(await readFile(file, 'utf8')) as object;
				await writeFile(file, JSON.stringify({...content, names: []}));
			}),
		);
	},
};
