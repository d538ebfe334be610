import process from 'node:process';
import {systemClock} from '../platform/clock.ts';
import {createFrameGate} from '../terminal/ink/screen-output.ts';
import {KeyStdin} from '../terminal/key-stdin.ts';
import {createBackgroundReader} from './background-reader.ts';

export type TerminalInput = ReturnType<typeof readTerminal>;

/** Reads this process's terminal: its keys, and its answers about its background and to what was drawn. */
export function readTerminal() {
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
		/** Waits for the answers on their way, so that no other program reads them as keys. Returns a function that asks again. */
		async settle() {
			const [askAgain] = await Promise.all([gate.settle(), background.lateReply()]);
			return askAgain;
		},
	};
}
