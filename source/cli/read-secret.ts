import {CommandError} from './command-error.ts';
import type {CommandContext} from './command.ts';
import {exitCode} from './exit-codes.ts';
import {readStream} from './read-input.ts';

/** Bytes of standard input that hold a secret, at most. */
const longestSecret = 100_000;

/** A terminal's input: its keys can come one by one, without being shown. */
type RawInput = NodeJS.ReadableStream & {readonly setRawMode?: (isRaw: boolean) => unknown};

/**
Reads a secret: on a terminal after a question and without showing it, else the first line of standard input.

@throws CommandError when ctrl-c is pressed.
*/
export async function readSecret(question: string, {host, writeError}: Pick<CommandContext, 'host' | 'writeError'>): Promise<string> {
	const input: RawInput = host.input();
	if (!host.isInputTerminal()) {
		const all = await readStream(host.input(), longestSecret);
		return all.split('\n', 1)[0]!;
	}

	writeError(question);
	input.setRawMode?.(true);
	try {
		return await readLine(input);
	} finally {
		input.setRawMode?.(false);
		input.pause();
		writeError('\n');
	}
}

/** A line that is typed key by key: backspace deletes, ctrl-u deletes all, ctrl-d ends it, ctrl-c stops. */
async function readLine(input: NodeJS.ReadableStream): Promise<string> {
	const {promise, resolve, reject} = Promise.withResolvers<string>();
	let line = '';
	const onData = (data: string | Uint8Array) => {
		for (const key of data.toString()) {
			if (key === '\u{3}') {
				reject(new CommandError({exitCode: exitCode.interrupted, kind: 'interrupted', message: 'Interrupted.', hint: 'Nothing was saved.'}));
			} else if (['\r', '\n', '\u{4}'].includes(key)) {
				resolve(line);
			} else if (key === '\u{7F}' || key === '\b') {
				line = line.slice(0, -1);
			} else {
				line = key === '\u{15}' ? '' : line + key;
			}
		}
	};

	const onEnd = () => {
		resolve(line);
	};

	input.on('data', onData);
	input.once('end', onEnd);
	try {
		return await promise;
	} finally {
		input.off('data', onData);
		input.off('end', onEnd);
	}
}
