/** `npm run positions < REPORT`: prints a crash report with the positions in the source files, by the source maps of the build in dist/. Build the version that the report names. */
import {existsSync, readFileSync} from 'node:fs';
import {SourceMap, type SourceMapPayload} from 'node:module';
import path from 'node:path';
import process from 'node:process';
import {text} from 'node:stream/consumers';

const root = path.dirname(import.meta.dirname);

/** A report in which `dist/cli.cjs:1:2345` is `source/cli/main.ts:12:3`. A position of a file without a map stays. */
export const withSourcePositions = (report: string): string =>
	report.replaceAll(
		/(?<file>dist\/(?:chunks\/)?[\w\-]+\.cjs):(?<line>\d+):(?<column>\d+)/gv,
		(position: string, file: string, line: string, column: string) => {
			const map = path.join(root, `${file}.map`);
			if (!existsSync(map)) {
				return position;
			}

			const sources = new SourceMap(JSON.parse(readFileSync(map, 'utf8')) as SourceMapPayload);
			const origin = sources.findOrigin(Number(line), Number(column));
			const source = 'fileName' in origin ? /(?:source|node_modules)\/.*$/v.exec(origin.fileName)?.[0] : undefined;
			return 'fileName' in origin && source !== undefined
				? `${source}:${origin.lineNumber}:${origin.columnNumber}`
				: position;
		},
	);

if (import.meta.main) {
	process.stdout.write(withSourcePositions(await text(process.stdin)));
}
