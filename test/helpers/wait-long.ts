import type {Screen} from './screen.tsx';

/** How often the ordinary patience may run out. */
const attempts = 6;

/** Waits for what takes several listings of a large account, on a machine that is busy. */
export async function waitLong(screen: Pick<Screen, 'waitFor'>, text: string | RegExp): Promise<string> {
	for (let attempt = 1; attempt < attempts; attempt++) {
		try {
			return await screen.waitFor(text);
		} catch {
			// Not yet.
		}
	}

	return screen.waitFor(text);
}
