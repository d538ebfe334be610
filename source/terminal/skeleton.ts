import {writeSync} from 'node:fs';
import process from 'node:process';
import {isatty} from 'node:tty';

/** A placeholder that is shown while the program loads. */
export type Skeleton = {
	/** Replaces the placeholder by a frame from `createPageWriter`, in one update. */
	readonly draw: (frame: string) => void;
	/** Stops handling signals and hands the alternate screen to Ink. Ink's first frame ends the update that begins here, which is written with `write`. */
	readonly handOver: (write: (text: string) => void) => void;
	/** Restores the terminal, unless it was handed over. */
	readonly leave: () => void;
};

const enterAlternateScreen = '\u{1B}[?1049h';
const leaveAlternateScreen = '\u{1B}[?1049l';
const hideCursor = '\u{1B}[?25l';
const showCursor = '\u{1B}[?25h';
/** The sequence that starts a synchronised update: terminals that support it draw nothing until Ink ends it with the first frame. */
const beginUpdate = '\u{1B}[?2026h';
const endUpdate = '\u{1B}[?2026l';
const home = '\u{1B}[H';
/** The sequence that turns wrapping on again (DECAWM); a frame turns it off (see row-writer.ts). */
const wrapOn = '\u{1B}[?7h';
/** Moves to the line of the footer, the last but one, for any height of the terminal. */
const lastLineButOne = '\u{1B}[9999H\u{1B}[A';

const bold = (text: string) => `\u{1B}[1m${text}\u{1B}[22m`;
const dim = (text: string) => `\u{1B}[2m${text}\u{1B}[22m`;

/** The placeholder: the parts common to all first frames, so that nothing moves (tui/ui: header, footer). It has no colours, so NO_COLOR needs no check. */
const picture = ` ${bold('chainbell')} · opening${lastLineButOne} ${bold('?')} ${dim('help')}${home}`;

const signals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGABRT', 'SIGTERM'] as const;

/**
Draws the placeholder if standard input and output are a terminal. Keys typed from now on are not echoed, and are read by the program once it has loaded.
*/
export function drawSkeleton(): Skeleton | undefined {
	if (!isatty(0) || !isatty(1)) {
		return undefined;
	}

	let isUp = true;
	const release = () => {
		isUp = false;
		process.off('exit', leave);
		process.off('SIGTSTP', suspend);
		for (const signal of signals) {
			process.off(signal, end);
		}
	};

	const leave = () => {
		if (!isUp) {
			return;
		}

		release();
		restore();
	};

	const enter = () => {
		// In raw mode ctrl+c is a key, so it cannot end the program before the terminal is restored. In the background, this stops the program until `fg`, so nothing is written before.
		process.stdin.setRawMode(true);
		writeSync(1, `${enterAlternateScreen}${hideCursor}${home}${picture}`);
	};

	const restore = () => {
		writeSync(1, `${wrapOn}${leaveAlternateScreen}${showCursor}`);
		process.stdin.setRawMode(false);
	};

	// Without this listener, the signal has its default effect. The next line runs after `fg`.
	const suspend = () => {
		restore();
		process.off('SIGTSTP', suspend);
		process.kill(0, 'SIGTSTP');
		process.on('SIGTSTP', suspend);
		enter();
	};

	// Without this listener, the signal has its default effect.
	const end = (signal: NodeJS.Signals) => {
		leave();
		process.kill(process.pid, signal);
	};

	process.once('exit', leave);
	for (const signal of signals) {
		process.once(signal, end);
	}

	process.on('SIGTSTP', suspend);
	enter();

	return {
		draw(frame) {
			writeSync(1, `${beginUpdate}${frame}${endUpdate}`);
		},
		handOver(write) {
			release();
			write(beginUpdate);
		},
		leave,
	};
}

/** The options of the screens that take a value. The command table is not loaded yet when they are needed; a test compares both. */
const withValue = new Set(['--profile', '-p', '--base-url', '--timeout']);

/** The options that print something instead of opening the screens. */
const printing = new Set(['--help', '-h', '--version', '-V']);

/** Whether a command line most likely opens the screens, so that a placeholder can be drawn before the rest of the program is loaded. */
export function willOpenScreens(argv: readonly string[]): boolean {
	return argv.every((argument, index) =>
		argument.startsWith('-') ? !printing.has(argument) : withValue.has(argv[index - 1] ?? ''),
	);
}
