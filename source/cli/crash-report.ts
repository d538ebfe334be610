import process from 'node:process';
import packageJson from '../../package.json' with {type: 'json'};
import {readEnvironment} from '../config/environment.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecrets} from '../terminal/secrets.ts';

const maxFrames = 12;

/**
The report printed when the program fails because of a bug: the error, its stack, and the environment the program ran in. It contains no API key and no environment variable except TERM. Text that may be a recipient is masked.
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
	const frames = stack.slice(0, maxFrames).map(frame => `    at ${sanitise(shortFrame(frame))}`);
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

/** A frame of a stack. One of the program is its position in the bundle alone, `dist/cli.cjs:1:2345`, without the folder that it is installed in and the names that the bundler made: `npm run positions` translates it. */
const shortFrame = (frame: string) =>
	/dist\/(?:chunks\/)?[^\/]+\.cjs:\d+:\d+(?=\)?$)/v.exec(frame.replaceAll('\\', '/'))?.[0] ?? frame;
