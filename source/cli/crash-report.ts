import {existsSync, readFileSync} from 'node:fs';
import {SourceMap, type SourceMapPayload} from 'node:module';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath, pathToFileURL} from 'node:url';
import packageJson from '../../package.json' with {type: 'json'};
import {readEnvironment} from '../config/environment.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecrets} from '../terminal/secrets.ts';

const maxFrames = 12;

/**
The report printed when the program fails because of a bug: the error, its stack with source files, and the environment the program ran in. It contains no API key and no environment variable except TERM. Text that may be a recipient is masked.
*/
export function crashReport(error: unknown): string {
	const {version, platform, arch, stdout} = process;
	const size = stdout.isTTY ? `, ${stdout.columns}x${stdout.rows}` : '';
	return [
		'chainbell stopped because of a bug in it.',
		'',
		...describeError(error),
		'',
		`chainbell ${packageJson.version}, Node ${version.slice(1)}, ${platform} ${arch}, TERM ${sanitise(readEnvironment().get('TERM') ?? 'not set')}${size}`,
		'',
		'A change that was in progress is kept in the ledger: start chainbell again to check it.',
		'Please report this with the steps that led here.',
	].join('\n');
}

function describeError(error: unknown): string[] {
	if (!(error instanceof Error)) {
		return [`Thrown: ${maskMessage(String(error))}`];
	}

	const headline = `${error.name}: ${maskMessage(error.message)}`;
	const stack = Array.from((error.stack ?? '').matchAll(/^ {4}at (.+)$/gmv), ([, frame]) => frame!);
	const frames = stack.slice(0, maxFrames).map(frame => `    at ${sanitise(sourceFrame(frame))}`);
	const causes =
		error.cause instanceof Error
			? describeError(error.cause).map((line, index) => (index === 0 ? `Caused by ${line}` : line))
			: [];
	return [headline, ...frames, ...causes];
}

/** Masks data that a message may quote: part of a response, an address, a chat ID. */
function maskMessage(message: string) {
	const words = hideSecrets(message)
		.replaceAll(/"[^"]*"/gv, '"…"')
		.split(/(?=\s)|(?<=\s)/v);
	return sanitise(words.map(word => (/[#@]|:\/\/|\b0x[\da-f]|\d{5}/iv.test(word) ? '…' : word)).join(''));
}

/**
A frame of a stack with its position in the source file instead of the bundle: `source/tui/app/run.tsx:41:9`. A frame of Node is unchanged. The package has no source maps: there it is the position in the bundle, `dist/cli.cjs:1:2345`, which `npm run positions` translates with those of a build.

Node itself maps only files that were loaded after `process.setSourceMapsEnabled(true)`, which would slow down every start. So the map is read here.
*/
export function sourceFrame(frame: string): string {
	const {place, line, column} =
		/(?<place>(?:file:\/\/|(?<!.)\/|(?<=\()\/|[A-Z]:\\)[^\(\)]+):(?<line>\d+):(?<column>\d+)\)?$/v.exec(frame)
			?.groups ?? {};
	// CommonJS modules are identified by path, others by URL.
	const file = place?.startsWith('file:') ? fileURLToPath(place) : place;
	if (file === undefined) {
		return frame;
	}

	if (!existsSync(`${file}.map`)) {
		const bundled = /dist\/(?:chunks\/)?[^\/]+\.cjs$/v.exec(file.replaceAll('\\', '/'))?.[0];
		return bundled === undefined ? frame : `${bundled}:${line!}:${column!}`;
	}

	const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
	const origin = map.findOrigin(Number(line), Number(column));
	if (!('fileName' in origin)) {
		return frame;
	}

	// Function names are left out, because those of the minified bundle are misleading.
	const {pathname} = new URL(origin.fileName, pathToFileURL(file));
	const source = /(?:source|node_modules)\/.*$/v.exec(pathname)?.[0] ?? path.basename(pathname);
	return `${source}:${origin.lineNumber}:${origin.columnNumber}`;
}
