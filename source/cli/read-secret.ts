import {CommandError} from './command-error.ts';
import type {CommandContext} from './command.ts';
import {exitCode} from './exit-codes.ts';
import {readStream} from './read-input.ts';

/** The maximum number of bytes read for a secret from standard input. */
const maxSecretBytes = 100_000;

/** The input of a terminal, which can be read key by key without echo. */
type RawInput = NodeJS.ReadableStream & {readonly setRawMode?: (isRaw: boolean) => unknown};

/**
Reads a secret: on a terminal after a prompt and without echo, otherwise from the first line of standard input.

@throws CommandError if ctrl-c is pressed.
*/
export async function readSecret(
	question: string,
	{host, writeError}: Pick<CommandContext, 'host' | 'writeError'>,
): Promise<string> {
	const input: RawInput = host.input();
	if (!host.isInputTerminal()) {
		const all = await readStream(host.input(), maxSecretBytes);
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

/** Reads a line key by key: backspace deletes, ctrl-u deletes all, ctrl-d ends it, ctrl-c cancels. */
async function readLine(input: NodeJS.ReadableStream): Promise<string> {
	const {promise, resolve, reject} = Promise.withResolvers<string>();
	let line = '';
	const onData = (data: string | Uint8Array) => {
		for (const key of data.toString()) {
			if (key === '\u{3}') {
				reject(
					new CommandError({
						exitCode: exitCode.interrupted,
						kind: 'interrupted',
						message: 'Interrupted.',
						hint: 'Nothing was saved.',
					}),
				);
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
