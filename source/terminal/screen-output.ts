import type {WriteStream} from 'node:tty';
import {createRowWriter, enterAlternateScreen, leaveAlternateScreen} from './row-writer.ts';
import type {StrayOutput} from './stray-output.ts';

/** A terminal's output stream as Ink writes to it: everything else passes through to the stream itself. While the alternate screen is shown, stray output is caught. */
export function createScreenOutput(stream: WriteStream, stray: StrayOutput): WriteStream {
	const rows = createRowWriter(() => stream.rows);
	// As it is now: stray output replaces it.
	const send = stream.write.bind(stream);

	const write: WriteStream['write'] = (data: string | Uint8Array, ...rest: readonly never[]) => {
		if (typeof data !== 'string') {
			return send(data, ...rest);
		}

		const [entersAt, leavesAt] = [enterAlternateScreen, leaveAlternateScreen].map(sequence => data.lastIndexOf(sequence)) as [number, number];
		if (entersAt > leavesAt) {
			stray.hold();
		}

		const hasRoom = send(rows(data), ...rest);
		if (leavesAt > entersAt) {
			stray.release();
		}

		return hasRoom;
	};

	return new Proxy(stream, {
		get(target, name) {
			if (name === 'write') {
				return write;
			}

			const value: unknown = Reflect.get(target, name, target);
			return typeof value === 'function' ? value.bind(target) as unknown : value;
		},
	});
}
