import {Buffer} from 'node:buffer';
import {fstatSync} from 'node:fs';
import {Socket} from 'node:net';
import type {Readable} from 'node:stream';
import {largestInput, parseSize, sizeText} from '../platform/limits.ts';
import {readingProblem, readTextFile, TooLargeError, utf8Text} from '../platform/files.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {invalidInput, UsageError} from './command-error.ts';

/** The greatest value of --max-input in bytes. JavaScript strings are limited to about 512 MB. */
const maxLimit = 500_000_000;

/** Parses the value of --max-input, in bytes. @throws UsageError */
export function inputLimit(text: string | undefined): number {
	const limit = text === undefined ? largestInput : parseSize(text);
	if (limit === undefined || limit < 1 || limit > maxLimit) {
		throw new UsageError(
			`--max-input needs a size up to ${sizeText(maxLimit)}, such as 50MB, not "${sanitise(text!)}".`,
		);
	}

	return limit;
}

/** A request to read a file or standard input. */
type InputRequest = {
	/** The path. `-` and `/dev/stdin` are standard input; `/dev/fd/N`, in zsh `/proc/self/fd/N`, is a descriptor opened by the shell, as for `<(…)`. */
	readonly file: string;
	readonly input: () => Readable;
	/** The maximum size in bytes. */
	readonly limit: number;
	/** The advice on how to read more, if that is possible. */
	readonly hint?: string;
};

/**
Reads a text named on the command line.

@throws CommandError, exit code 5.
*/
export async function readInput({hint, ...request}: InputRequest): Promise<string> {
	try {
		return await textOf(request);
	} catch (error) {
		const name = request.file === '-' ? 'Standard input' : sanitise(request.file);
		throw invalidInput(
			`Nothing was sent: ${name} cannot be read: ${sanitise(readingProblem(error))}.`,
			error instanceof TooLargeError && hint !== undefined
				? hint
				: 'Name a regular file that you can read; - is standard input.',
		);
	}
}

async function textOf({file, input, limit}: Omit<InputRequest, 'hint'>) {
	if (file === '-' || file === '/dev/stdin') {
		return readStream(input(), limit);
	}

	const descriptor = /^\/(?:dev|proc\/self)\/fd\/(\d{1,4})$/v.exec(file)?.[1];
	if (descriptor !== undefined) {
		const fd = Number(descriptor);
		const found = fstatSync(fd);
		if (fd === 0) {
			return readStream(input(), limit);
		}

		if (found.isFIFO() || found.isSocket()) {
			// A socket is used so that no thread waits for the input and ctrl-c can end it.
			return readStream(new Socket({fd, readable: true, writable: false}), limit);
		}
	}

	return readTextFile(file, limit);
}

/** Reads a stream to its end. @throws RefusedFileError if it is larger than the limit. */
async function readStream(stream: Readable, limit: number): Promise<string> {
	const parts: Buffer[] = [];
	let length = 0;
	for await (const part of stream as AsyncIterable<Uint8Array | string>) {
		const bytes = Buffer.from(part);
		length += bytes.length;
		if (length > limit) {
			throw new TooLargeError(limit);
		}

		parts.push(bytes);
	}

	return utf8Text(Buffer.concat(parts, length));
}
