import type {Writable} from 'node:stream';

/** Whether nobody reads a stream any more: a closed pipe, or a terminal that hung up. On a file EIO is an error of the disk. */
const isReaderGone = (error: Error, stream: Writable): boolean =>
	'code' in error && (error.code === 'EPIPE' || (error.code === 'EIO' && 'isTTY' in stream && stream.isTTY === true));

/** An output stream of text whose reader may close it, as `| head` does. */
export type Output = {
	/** Resolves to true once the text is written, or to false if the reader has closed the pipe. Rejects on any other error, such as a full disk. */
	readonly write: (text: string | Uint8Array) => Promise<boolean>;
	/** Writes a line without waiting for it. */
	readonly print: (line: string) => void;
	/** Resolves once everything is written or the reader is gone. Rejects if a line could not be written. */
	readonly finish: () => Promise<void>;
};

/**
Creates the output of a stream.

@param open - Returns the stream. Called when something is written: to open a standard stream takes milliseconds.
*/
export function createOutput(open: () => Writable): Output {
	let stream: Writable | undefined;
	let failure: Error | undefined;

	const printAndRemember = async (text: string) => {
		try {
			await output.write(text);
		} catch (error) {
			failure ??= error as Error;
		}
	};

	const output: Output = {
		async write(text) {
			if (stream === undefined) {
				stream = open();
				// The callback of `write` receives the error; without a listener the event would end the program.
				stream.on('error', () => undefined);
			}

			const {promise, resolve, reject} = Promise.withResolvers<boolean>();
			const target = stream;
			target.write(text, error => {
				if (!error || isReaderGone(error, target)) {
					resolve(!error);
				} else {
					reject(error);
				}
			});
			return promise;
		},
		print(line) {
			void printAndRemember(`${line}\n`);
		},
		async finish() {
			if (stream !== undefined) {
				// Texts are written in order, so when this one is written, all are.
				await printAndRemember('');
			}

			if (failure !== undefined) {
				throw failure;
			}
		},
	};
	return output;
}
