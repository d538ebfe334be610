import {Buffer} from 'node:buffer';
import {childEnvironment} from '../config/environment.ts';
import {
	clipboardCommands,
	multiplexerOf,
	openCommands,
	type DesktopCommand,
	type DesktopEnvironment,
	clipboardLimit,
	osc52,
	runDesktopCommand,
} from '../terminal/desktop.ts';
import {hideSecrets} from '../terminal/secrets.ts';

/** The terminal, and the desktop environment it runs in. */
export type DesktopOptions = DesktopEnvironment & {
	/** Writes control sequences to the terminal unchanged. */
	readonly write: (sequence: string) => void;
};

export type CopyResult =
	/** `by`: the program that took the text. */
	| {readonly kind: 'copied'; readonly by: string}
	/** The text is in a buffer of tmux, which was told to send it to its terminal. */
	| {readonly kind: 'in-tmux'}
	/** The text was sent to the terminal; whether the terminal accepts it is unknown. */
	| {readonly kind: 'sent'}
	/** `size` and `limit` are in bytes. */
	| {readonly kind: 'too-long'; readonly size: number; readonly limit: number};

/** With `set-clipboard external`, its default, tmux ignores the sequence for the clipboard when a program writes it, and sends what it is given this way. Versions before 3.2 refuse it. */
const tmuxCommand: DesktopCommand = ['tmux', 'load-buffer', '-w', '-'];

/** Copies a text to the clipboard: with a program of the desktop if this session is local and has one, otherwise with tmux or through the terminal. API keys are redacted. */
export async function copyText(text: string, options: DesktopOptions): Promise<CopyResult> {
	const safe = hideSecrets(text);
	const by = await firstThatWorks(clipboardCommands(options), safe);
	if (by !== undefined) {
		return {kind: 'copied', by};
	}

	const multiplexer = multiplexerOf(options);
	if (multiplexer === 'tmux' && (await runDesktopCommand(tmuxCommand, safe, childEnvironment()))) {
		return {kind: 'in-tmux'};
	}

	const sequence = osc52(safe, multiplexer);
	if (sequence === undefined) {
		return {kind: 'too-long', size: Buffer.byteLength(safe), limit: clipboardLimit};
	}

	options.write(sequence);
	return {kind: 'sent'};
}

/** Opens a link with the platform's opener. Resolves to whether an opener accepted it: over SSH there is none. */
export async function openLink(link: string, options: DesktopOptions): Promise<boolean> {
	return (await firstThatWorks(openCommands(options, link), '')) !== undefined;
}

async function firstThatWorks(commands: readonly DesktopCommand[], input: string) {
	for (const command of commands) {
		if (await runDesktopCommand(command, input, childEnvironment())) {
			return command[0];
		}
	}

	return undefined;
}
