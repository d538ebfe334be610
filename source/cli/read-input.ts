import {Buffer} from 'node:buffer';
import {fstatSync} from 'node:fs';
import {Socket} from 'node:net';
import type {Readable} from 'node:stream';
import {largestInput, parseSize, sizeText} from '../platform/limits.ts';
import {readingProblem, readTextFile, TooLargeError, utf8Text} from '../platform/files.ts';
import {invalidInput, UsageError} from './command-error.ts';

/** The greatest value of --max-input in bytes. JavaScript strings are limited to about 512 MB. */
const maxLimit = 500_000_000;

/** Parses the value of --max-input, in bytes. @throws UsageError */
function inputLimit(text: string | undefined) {
	const limit = text === undefined ? largestInput : parseSize(text);
	if (limit === undefined || limit < 1 || limit > maxLimit) {
		throw new UsageError(`--max-input needs a size up to ${sizeText(maxLimit)}, such as 50MB, not "${text!}".`);
	}

	return limit;
}

/**
Reads a text named on the command line.

@param file - The path. `-` and `/dev/stdin` are standard input; `/dev/fd/N`, in zsh `/proc/self/fd/N`, is a descriptor opened by the shell, as for `<(…)`.
@param input - Returns standard input.
@param limit - The maximum size in bytes, or the value of --max-input that sets it.
@throws CommandError, exit code 5; UsageError for a value of --max-input that is no size.
*/
export async function readInput(
	file: string,
	input: () => Readable,
	limit: number | {readonly maxInput: string | undefined},
) {
	const bytes = typeof limit === 'number' ? limit : inputLimit(limit.maxInput);
	try {
		return await textOf(file, input, bytes);
	} catch (error) {
		const name = file === '-' ? 'Standard input' : file;
		throw invalidInput(
			`Nothing was sent: ${name} cannot be read: ${readingProblem(error)}.`,
			error instanceof TooLargeError && bytes !== limit
				? '--max-input reads more, such as --max-input 100MB.'
				: 'Name a regular file that you can read; - is standard input.',
		);
	}
}

async function textOf(file: string, input: () => Readable, limit: number) {
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
async function readStream(stream: Readable, limit: number) {
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
