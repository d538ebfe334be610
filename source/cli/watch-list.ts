import type {ListedRecord} from '../domain/notification.ts';
import type {Query} from '../domain/query/parse-query.ts';
import {truncate} from '../terminal/width.ts';
import {numberText} from '../platform/text.ts';
import type {CommandContext} from './command.ts';
import type {RunListOptions} from './list.ts';
import {isDumb, usesColour} from './output/output-format.ts';
import {tablePieces} from './output/table.ts';
import type {OutputKind} from './output/write-records.ts';
import {findMatches} from './read-listing.ts';
import {watchListings} from './watch-listings.ts';

export type WatchListOptions = Pick<RunListOptions, 'options'> & {
	readonly query: Query;
	readonly kind: OutputKind<ListedRecord>;
};

/** The rows of the terminal without records: the header, the status and the cursor. */
const otherRows = 3;

/**
Lists periodically, and redraws a table of what matches a query on the terminal, with a status line below.

@returns The exit code: 129, 130 or 143 after a signal.
@throws CommandError if the API key is refused.
*/
export async function watchList({options, query, kind}: WatchListOptions, context: CommandContext): Promise<number> {
	const {host, printError, write} = context;
	const {every, limit} = options;
	const draw = createRedraw(context);
	let table: readonly string[] = [];
	const columnsOf = () => host.outputColumns() ?? 80;
	const show = async (status: string) => draw([...table, `${truncate(status, columnsOf())}\n`]);
	await show('Listing…');
	return watchListings(
		{
			options,
			every,
			async onListing(records, _before, isChecked) {
				const found = findMatches(records, query).slice(0, limit);
				const shown = found.slice(0, Math.max(1, (host.outputRows() ?? 24) - otherRows));
				table = [...tablePieces(shown, kind, {columns: columnsOf(), hasColour: usesColour(options, host)})];
				const count =
					shown.length < found.length
						? `The first ${shown.length} of ${numberText(found.length)}`
						: `${numberText(found.length)} ${found.length === 1 ? 'notification' : 'notifications'}`;
				return show(
					`${count}, ${isChecked ? 'checked' : 'listed'} at ${new Date(host.clock.now()).toLocaleTimeString('sv-SE')}, every ${every} s. Ctrl-C ends.`,
				);
			},
			onProblem: show,
		},
		{
			...context,
			write,
			printError(line) {
				draw.forget();
				printError(line);
			},
		},
	);
}

type Redraw = {
	/** Replaces the lines drawn before; false if the terminal is gone. */
	(lines: readonly string[]): Promise<boolean>;
	/** Leaves the drawn lines where they are: other text follows them. */
	readonly forget: () => void;
};

/** Creates the function that draws lines in the place of those before. A line that stays at the top is not written again. On a terminal without escape sequences, and after a change of its width, which wraps lines, it draws below. */
function createRedraw({host, write}: Pick<CommandContext, 'host' | 'write'>): Redraw {
	let drawn: readonly string[] = [];
	let width: number | undefined;
	const redraw = async (lines: readonly string[]) => {
		const columns = host.outputColumns();
		const canErase = columns === width && !isDumb(host);
		const same = canErase ? lines.findIndex((line, index) => line !== drawn[index]) : 0;
		const from = same === -1 ? lines.length : same;
		const above = canErase ? drawn.length - from : 0;
		[drawn, width] = [lines, columns];
		return from === lines.length && above === 0
			? true
			: write(`${above > 0 ? `\u{1B}[${above}A\r\u{1B}[J` : ''}${lines.slice(from).join('')}`);
	};

	return Object.assign(redraw, {
		forget() {
			drawn = [];
		},
	});
}
