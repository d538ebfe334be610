import type {Writable} from 'node:stream';

/**
Makes a writer to a stream whose reader may go away, as that of `| head` does.

@returns Resolves once the text is on its way: true, or false when nobody reads any more. Rejects when it cannot be written for another reason, such as a full disk.
*/
export function createOutput(stream: Writable): (text: string) => Promise<boolean> {
	// What went wrong is told to the writer; without a listener it would end the program, too.
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
