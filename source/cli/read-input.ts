import {Buffer} from 'node:buffer';
import {fstatSync} from 'node:fs';
import {Socket} from 'node:net';
import type {Readable} from 'node:stream';
import {parseSize, sizeText} from '../system/limits.ts';
import {readingProblem, readTextFile, TooLargeError} from '../system/regular-file.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {invalidInput, UsageError} from './command-error.ts';

/** Bytes that are read of notifications, unless `--max-input` says otherwise. */
const defaultLimit = 20_000_000;

/** A text of JavaScript holds no more than some 512 MB. */
const greatestLimit = 500_000_000;

/** What --max-input says, in bytes. @throws UsageError */
export function inputLimit(text: string | undefined): number {
	const limit = text === undefined ? defaultLimit : parseSize(text);
	if (limit === undefined || limit < 1 || limit > greatestLimit) {
		throw new UsageError(`--max-input needs a size up to ${sizeText(greatestLimit)}, such as 50MB, not "${sanitise(text!)}".`);
	}

	return limit;
}

/** What is read: a file, and what is standard input. */
export type InputRequest = {
	/** A path; `-` and `/dev/stdin` are standard input, `/dev/fd/N`, or `/proc/self/fd/N` in zsh, is what the shell opened, as for `<(…)`. */
	readonly file: string;
	readonly input: () => Readable;
	/** Bytes. */
	readonly limit: number;
	/** How to read more, if there is a way. */
	readonly hint?: string;
};

/**
Reads a text that the command line names.

@throws CommandError, exit code 5.
*/
export async function readInput({hint, ...request}: InputRequest): Promise<string> {
	try {
		return await textOf(request);
	} catch (error) {
		const name = request.file === '-' ? 'Standard input' : sanitise(request.file);
		throw invalidInput(`Nothing was sent: ${name} cannot be read: ${sanitise(readingProblem(error))}.`, error instanceof TooLargeError && hint !== undefined ? hint : 'Name a regular file that you can read; - is standard input.');
	}
}

async function textOf({file, input, limit}: Omit<InputRequest, 'hint'>): Promise<string> {
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
			// As a socket, so that no thread waits for it and ctrl-c ends it.
			return readStream(new Socket({fd, readable: true, writable: false}), limit);
		}
	}

	return readTextFile(file, limit);
}

/** Reads a stream to its end. @throws RefusedFileError when it has more bytes than the limit. */
export async function readStream(stream: Readable, limit: number): Promise<string> {
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

	return Buffer.concat(parts, length).toString();
}
