/** `npm run positions < REPORT`: prints a crash report with the positions in the source files, by the source maps of the build in dist/. Build the version that the report names. */
import path from 'node:path';
import process from 'node:process';
import {text} from 'node:stream/consumers';
import {sourceFrame} from '../source/cli/crash-report.ts';

const root = path.dirname(import.meta.dirname);
const report = await text(process.stdin);
process.stdout.write(
	report.replaceAll(/dist\/(?:chunks\/)?[\w\-]+\.cjs:\d+:\d+/gv, position => {
		const frame = `(${path.join(root, position)})`;
		const found = sourceFrame(frame);
		return found === frame ? position : found;
	}),
);
