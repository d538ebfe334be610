import type {KeyStdin} from '../terminal/key-stdin.ts';

type LateInput = Pick<KeyStdin, 'on' | 'off' | 'read' | 'ref' | 'unref' | 'isRaw' | 'setRawMode'>;

/**
Reads the terminal's replies that are on their way when the screens were left, so that the shell does not read them as keys.

@param stdin - The keys.
@param awaited - What waits for each reply; undefined for a reply that is not on its way.
*/
export async function readLateReplies(
	stdin: LateInput,
	awaited: ReadonlyArray<Promise<unknown> | undefined>,
): Promise<void> {
	const waits = awaited.filter(wait => wait !== undefined);
	if (waits.length > 0) {
		await readUntil(stdin, waits);
	}

	try {
		// Ink could not end it while a reply was on its way.
		if (stdin.isRaw) {
			stdin.setRawMode(false);
		}
	} catch {
		// The terminal was closed.
	}
}

async function readUntil(stdin: LateInput, waits: ReadonlyArray<Promise<unknown>>): Promise<void> {
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
}
