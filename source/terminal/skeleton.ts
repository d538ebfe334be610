import {writeSync} from 'node:fs';
import process from 'node:process';
import {isatty} from 'node:tty';

/** A picture of the program, drawn before the program is there. */
export type Skeleton = {
	/** Takes the picture away, through `process.stdout`, and leaves signals and the terminal's settings to whoever draws next: terminals do not agree on what entering the alternate screen twice means. */
	readonly handOver: () => void;
	/** Makes the terminal what it was, unless it was handed over. */
	readonly leave: () => void;
};

const enterAlternateScreen = '\u{1B}[?1049h';
const leaveAlternateScreen = '\u{1B}[?1049l';
const hideCursor = '\u{1B}[?25l';
const showCursor = '\u{1B}[?25h';
/** A terminal that knows it shows nothing of what follows until the next frame is there; Ink ends it. */
const beginUpdate = '\u{1B}[?2026h';
const home = '\u{1B}[H';
/** Where the footer is: the program keeps off the terminal's last line. However tall the terminal is, this need not ask. */
const lastLineButOne = '\u{1B}[9999H\u{1B}[A';

const bold = (text: string) => `\u{1B}[1m${text}\u{1B}[22m`;
const dim = (text: string) => `\u{1B}[2m${text}\u{1B}[22m`;

/** What the first frames have in common, so that nothing jumps (tui/components: header, footer). Without colours: there is nothing for NO_COLOR to take away. */
const picture = ` ${bold('chainbell')} · opening${lastLineButOne} ${bold('?')} ${dim('help')}${home}`;

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/**
Draws the skeleton where standard input and output are a terminal. Keys typed from now on are not echoed: they wait for whoever reads them.
*/
export function drawSkeleton(): Skeleton | undefined {
	if (!isatty(0) || !isatty(1)) {
		return undefined;
	}

	let isUp = true;
	const release = () => {
		isUp = false;
		process.off('exit', leave);
		for (const signal of signals) {
			process.off(signal, end);
		}
	};

	const leave = () => {
		if (!isUp) {
			return;
		}

		release();
		writeSync(1, `${leaveAlternateScreen}${showCursor}`);
		process.stdin.setRawMode(false);
	};

	// Once nobody listens any more, the signal does what it would have done.
	const end = (signal: NodeJS.Signals) => {
		leave();
		process.kill(process.pid, signal);
	};

	process.once('exit', leave);
	for (const signal of signals) {
		process.once(signal, end);
	}

	writeSync(1, `${enterAlternateScreen}${hideCursor}${home}${picture}`);
	// Also keeps ctrl+c from ending the program without its terminal restored: it is a key like any other.
	process.stdin.setRawMode(true);

	return {
		handOver() {
			release();
			process.stdout.write(`${beginUpdate}${leaveAlternateScreen}`);
		},
		leave,
	};
}
