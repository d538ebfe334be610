import type {Writable} from 'node:stream';

/**
Creates a writer for a stream whose reader may close it, as `| head` does.

@returns A function that resolves to true once the text is written, or to false if the reader has closed the pipe. Rejects on any other error, such as a full disk.
*/
export function createOutput(stream: Writable): (text: string) => Promise<boolean> {
	// The callback of `write` gets the error; without a listener the event would end the program.
	stream.on('error', () => undefined);
	return async text => {
		const {promise, resolve, reject} = Promise.withResolvers<boolean>();
		stream.write(text, error => {
			if (!error || ('code' in error && error.code === 'EPIPE')) {
				resolve(!error);
			} else {
				reject(error);
			}
		});
		return promise;
	};
}
