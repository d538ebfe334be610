import {linesOf, type Said} from '../../source/tui/ui/line.tsx';

/** What is said, as it stands in a terminal of `columns`: each line with its tone, and the space before it. */
export const told = (said: Said, columns = 200): Array<{readonly tone: string; readonly text: string}> =>
	linesOf(said, columns).map(({tone = 'plain', text}) => ({tone, text: ` ${text}`}));
