import {addSample, paceOf, spanText, type PaceSample} from '../platform/clock.ts';
import {joined, numberText} from '../platform/text.ts';
import {truncate} from '../terminal/width.ts';
import {type CommandContext, isDumb, type Running} from './command.ts';

/** The counts that the progress line shows. */
type ProgressCount = {
	/** The verb for the items that have ended, such as `accepted`, if it is not that of the line. */
	readonly verb?: string | undefined;
	/** The number of items that have ended. */
	readonly ended: number;
	/** The number of all items; undefined while it is unknown. */
	readonly total?: number | undefined;
	/** Additional text, such as `3 failed`; safe to show. */
	readonly note?: string | undefined;
};

/** A progress line on stderr. It is shown only on a terminal, and only after the first second. */
export type ProgressLine = ReturnType<typeof createProgressLine>;

/** The part of the command context that the progress line uses. */
export type ProgressContext = Pick<Running<{readonly quiet: boolean}>, 'writeError' | 'options'> & {
	readonly host: Pick<CommandContext['host'], 'clock' | 'errorColumns' | 'environment'>;
};

/** The time in milliseconds before the line is shown. */
const showDelay = 1000;

/** The time in milliseconds between two updates. */
const interval = 200;

/** Creates the progress line of a command. It prints nothing with --quiet, or if stderr is not a terminal that can erase it. `verb`: the action, such as `deleted`. */
export function createProgressLine(verb: string, {host, writeError, options: {quiet}}: ProgressContext) {
	const columns = quiet || isDumb(host) ? undefined : host.errorColumns();
	const {clock} = host;
	const beginning = clock.now();
	let samples: readonly PaceSample[] = [];
	let shownAt = -Infinity;
	let isOver = false;
	const clear = () => {
		if (shownAt !== -Infinity) {
			writeError('\r\u{1B}[K');
			shownAt = -Infinity;
		}
	};

	const show = (text: string) => {
		if (columns !== undefined && !isOver) {
			shownAt = clock.now();
			writeError(`\r\u{1B}[K${truncate(text, Math.max(1, columns - 1))}`);
		}
	};

	return {
		update(count: ProgressCount) {
			const now = clock.now();
			samples = addSample(samples, {at: now, ended: count.ended});
			if (now - beginning >= showDelay && now - shownAt >= interval) {
				show(progressText(verb, count, samples));
			}
		},
		/** Shows a text instead of counts. */
		show,
		/** Erases the line, so that other text can be printed. */
		clear,
		[Symbol.dispose]() {
			clear();
			isOver = true;
		},
	};
}

/** The text of the line, such as `deleted 120 of 1,000, 40/s, 22 s left, 3 failed`. */
function progressText(
	action: string,
	{verb = action, ended, total, note}: ProgressCount,
	samples: readonly PaceSample[],
): string {
	const pace = paceOf(samples, total ?? ended);
	return joined(
		[
			`${verb} ${numberText(ended)}${total === undefined ? '' : ` of ${numberText(total)}`}`,
			pace && `${numberText(Math.round(pace.perSecond))}/s`,
			total !== undefined && pace && `${spanText(pace.left)} left`,
			note,
		],
		', ',
	);
}
