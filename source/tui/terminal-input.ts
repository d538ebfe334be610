import process from 'node:process';
import {systemClock} from '../platform/clock.ts';
import {createFrameGate, type FrameGate} from '../terminal/ink/screen-output.ts';
import {KeyStdin} from '../terminal/key-stdin.ts';
import {createBackgroundReader, type BackgroundReader} from './background-reader.ts';

/** The keys of the terminal, and its answers: about its background, and to what was drawn. */
export type TerminalInput = {
	readonly stdin: KeyStdin;
	readonly background: BackgroundReader;
	readonly gate: FrameGate;
	/** Waits for the answers on their way, so that no other program reads them as keys. Returns a function that asks again. */
	readonly settle: FrameGate['settle'];
};

/** Reads this process's terminal. */
export function readTerminal(): TerminalInput {
	const background = createBackgroundReader(systemClock);
	const gate = createFrameGate(systemClock);
	const receive = (reply: string) => {
		background.receive(reply);
		gate.receive(reply);
	};

	return {
		stdin: new KeyStdin(process.stdin, systemClock, receive, () => background.isAwaiting() || gate.isAwaiting()),
		background,
		gate,
		async settle() {
			const [askAgain] = await Promise.all([gate.settle(), background.lateReply()]);
			return askAgain;
		},
	};
}
