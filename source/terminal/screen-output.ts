import type {WriteStream} from 'node:tty';
import {createRowWriter} from './row-writer.ts';

/**
A terminal's output stream as Ink writes to it: everything else passes through to the stream itself.

@param stream - Standard output.
@param isEntered - The terminal shows the alternate screen already.
*/
export function createScreenOutput(stream: WriteStream, isEntered: boolean): WriteStream {
	const rows = createRowWriter(() => stream.rows, isEntered);
	return new Proxy(stream, {
		get(target, name) {
			if (name === 'write') {
				return (data: string | Uint8Array, ...rest: readonly never[]) => target.write(typeof data === 'string' ? rows(data) : data, ...rest);
			}

			const value: unknown = Reflect.get(target, name, target);
			return typeof value === 'function' ? value.bind(target) as unknown : value;
		},
	});
}
