import {addSample, paceOf, spanText, type PaceSample} from '../system/pace.ts';
import type {CommandContext, GlobalValues} from './command.ts';

/** How far something is. */
export type ProgressCount = {
	/** How many have ended. */
	readonly ended: number;
	/** Undefined while it is not known. */
	readonly total?: number | undefined;
	/** What to add, such as `3 failed`; safe to show. */
	readonly note?: string | undefined;
};

/** One line on stderr that shows how far a command is: on a terminal only, from the second second on. */
export type ProgressLine = Disposable & {
	readonly update: (count: ProgressCount) => void;
	/** Erases the line, so that another one can be printed. */
	readonly clear: () => void;
};

/** What it needs of the context of a command. */
export type ProgressContext = Pick<CommandContext, 'writeError'> & {readonly host: Pick<CommandContext['host'], 'clock' | 'errorColumns'>};

/** Milliseconds before anything is shown. */
const quietTime = 1000;

/** Milliseconds between two updates. */
const interval = 200;

/** Creates the progress of a command. It prints nothing with --quiet, and where stderr is no terminal. `verb`: what is done, such as `deleted`. */
export function createProgressLine(verb: string, {quiet}: Pick<GlobalValues, 'quiet'>, {host, writeError}: ProgressContext): ProgressLine {
	const columns = quiet ? undefined : host.errorColumns();
	const {clock} = host;
	const beginning = clock.now();
	let samples: readonly PaceSample[] = [];
	let shownAt = -Infinity;
	const clear = () => {
		if (shownAt === -Infinity) {
			return;
		}

		writeError('\r\u{1B}[K');
		shownAt = -Infinity;
	};

	return {
		update(count) {
			const now = clock.now();
			samples = addSample(samples, {at: now, ended: count.ended});
			if (columns === undefined || now - beginning < quietTime || now - shownAt < interval) {
				return;
			}

			shownAt = now;
			writeError(`\r\u{1B}[K${progressText(verb, count, samples).slice(0, columns - 1)}`);
		},
		clear,
		[Symbol.dispose]: clear,
	};
}

/** `deleted 120 of 1,000, 40/s, 22 s left, 3 failed` */
export function progressText(verb: string, {ended, total, note}: ProgressCount, samples: readonly PaceSample[]): string {
	const pace = paceOf(samples, total ?? ended);
	return [
		`${verb} ${ended.toLocaleString('en')}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`}`,
		...pace === undefined ? [] : [`${Math.round(pace.perSecond).toLocaleString('en')}/s`],
		...pace === undefined || total === undefined ? [] : [`${spanText(pace.left)} left`],
		...note === undefined ? [] : [note],
	].join(', ');
}
