/** Keeps the last result of a transform: Ink calls those of all lines for each frame. */
export function remembered(transform: (plain: string) => string): (plain: string) => string {
	let last: {readonly plain: string; readonly styled: string} | undefined;
	return plain => {
		if (last?.plain !== plain) {
			last = {plain, styled: transform(plain)};
		}

		return last.styled;
	};
}
