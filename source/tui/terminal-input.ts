import process from 'node:process';
import {systemClock} from '../system/clock.ts';
import {KeyStdin} from '../terminal/key-stdin.ts';
import {createBackgroundReader, type BackgroundReader} from './background-reader.ts';

/** The keys of the terminal, and its answers about its background. */
export type TerminalInput = {
	readonly stdin: KeyStdin;
	readonly background: BackgroundReader;
};

/** Reads this process's terminal. */
export function readTerminal(): TerminalInput {
	const background = createBackgroundReader(systemClock);
	return {stdin: new KeyStdin(process.stdin, systemClock, background.receive), background};
}
