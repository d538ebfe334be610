import type {KeyStdin} from '../terminal/key-stdin.ts';

/**
Reads the terminal's replies that are on their way when the screens were left, so that the shell does not read them as keys.

@param stdin - The keys.
@param awaited - What waits for each reply; undefined for a reply that is not on its way.
*/
export async function readLateReplies(stdin: Pick<KeyStdin, 'on' | 'off' | 'read' | 'ref' | 'unref' | 'setRawMode'>, awaited: ReadonlyArray<Promise<unknown> | undefined>): Promise<void> {
	const waits = awaited.filter(wait => wait !== undefined);
	if (waits.length === 0) {
		return;
	}

	const take = () => {
		let key: string | null;
		do {
			key = stdin.read();
		} while (key !== null);
	};

	try {
		// In raw mode the reply is not echoed and does not reach the shell's input line.
		stdin.setRawMode(true);
		stdin.ref();
		stdin.on('readable', take);
		await Promise.all(waits);
	} catch {
		// The terminal was closed.
	}

	stdin.off('readable', take);
	stdin.unref();
	try {
		stdin.setRawMode(false);
	} catch {
		// The terminal was closed.
	}
}
