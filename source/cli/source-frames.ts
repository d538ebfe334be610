import {existsSync, readFileSync} from 'node:fs';
import {SourceMap, type SourceMapPayload} from 'node:module';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

/**
The frames of a stack trace with positions in the source files instead of the bundle: `source/tui/run.tsx:41:9`.

Node itself maps only files that were loaded after `process.setSourceMapsEnabled(true)`, which would slow down every start. So the maps are read here, when a stack is printed.

@param stack - The value of `error.stack`.
@returns One line per frame, without `at`. A frame of Node, or of a file without a source map, is unchanged.
*/
export function sourceFrames(stack: string): string[] {
	const maps = new Map<string, SourceMap | undefined>();
	const mapOf = (file: string) => {
		if (!maps.has(file)) {
			maps.set(file, readMap(file));
		}

		return maps.get(file);
	};

	const lines = Array.from(stack.matchAll(/^ {4}at (?<frame>.+)$/gmv), ({groups}) => groups!.frame!);
	return lines.map(frame => {
		const {place, line, column} =
			/(?<place>(?:file:\/\/|(?<!.)\/|(?<=\()\/|[A-Z]:\\)[^\(\)]+):(?<line>\d+):(?<column>\d+)\)?$/v.exec(frame)
				?.groups ?? {};
		if (place === undefined) {
			return frame;
		}

		// CommonJS modules are identified by path, others by URL.
		const file = place.startsWith('file:') ? fileURLToPath(place) : place;
		const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
		// Function names are left out, because those of the minified bundle are misleading.
		return origin !== undefined && 'fileName' in origin
			? `${sourceName(file, origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
			: frame;
	});
}

function readMap(file: string): SourceMap | undefined {
	const mapFile = `${file}.map`;
	return existsSync(mapFile) ? new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8')) as SourceMapPayload) : undefined;
}

/** The path of a source file relative to the package: `source/…` or `node_modules/…`. */
function sourceName(bundleFile: string, source: string): string {
	const {pathname} = new URL(source, pathToFileURL(bundleFile));
	return /(?:source|node_modules)\/.*$/v.exec(pathname)?.[0] ?? path.basename(pathname);
}
