import {Buffer} from 'node:buffer';
import {childEnvironment} from '../config/environment.ts';
import {clipboardCommands, multiplexerOf, openCommands, type DesktopCommand, type DesktopEnvironment} from '../terminal/desktop-commands.ts';
import {clipboardLimit, osc52} from '../terminal/osc52.ts';
import {runDesktopCommand} from '../terminal/run-desktop-command.ts';
import {hideSecrets} from '../terminal/secrets.ts';

/** The terminal, and what is known of the desktop that it is on. */
export type DesktopOptions = DesktopEnvironment & {
	/** Writes control sequences to the terminal, as they are. */
	readonly write: (sequence: string) => void;
};

export type CopyResult =
	/** The program that took the text. */
	| {readonly kind: 'copied'; readonly by: string}
	/** Whether the terminal takes it cannot be known. */
	| {readonly kind: 'sent'}
	/** Both in bytes. */
	| {readonly kind: 'too-long'; readonly size: number; readonly limit: number};

/** Copies a text: by a program of the desktop, if there is one and the operator sits before it, otherwise by the terminal. An API key is replaced. */
export async function copyText(text: string, options: DesktopOptions): Promise<CopyResult> {
	const safe = hideSecrets(text);
	const by = await firstThatWorks(clipboardCommands(options), safe);
	if (by !== undefined) {
		return {kind: 'copied', by};
	}

	const sequence = osc52(safe, multiplexerOf(options));
	if (sequence === undefined) {
		return {kind: 'too-long', size: Buffer.byteLength(safe), limit: clipboardLimit};
	}

	options.write(sequence);
	return {kind: 'sent'};
}

/** Opens a link with the platform's opener. Resolves to whether one took it: over SSH there is none. */
export async function openLink(link: string, options: DesktopOptions): Promise<boolean> {
	return await firstThatWorks(openCommands(options, link), '') !== undefined;
}

async function firstThatWorks(commands: readonly DesktopCommand[], input: string): Promise<string | undefined> {
	for (const command of commands) {
		if (await runDesktopCommand(command, input, childEnvironment())) {
			return command[0];
		}
	}

	return undefined;
}
