import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {Buffer} from 'node:buffer';

/** The time limit of a program in milliseconds. */
const limit = 3000;

/**
Runs a desktop program with a text as its input. Its output is ignored.

@param command - The program and its arguments; no shell reads them.
@param input - Its standard input.
@param environment - The environment of the program. It must not contain an API key.
@returns Whether it ended with exit code 0 in time.
*/
export async function runDesktopCommand(
	command: DesktopCommand,
	input: string,
	environment: NodeJS.ProcessEnv,
): Promise<boolean> {
	const [file, ...args] = command;
	try {
		// The program may leave a process running, so its output is not waited for.
		const child = spawn(file, args, {stdio: ['pipe', 'ignore', 'ignore'], env: environment, timeout: limit});
		const exit = once(child, 'exit');
		// It may end without reading its input.
		child.stdin.on('error', () => undefined);
		child.stdin.end(input);
		const [code] = (await exit) as [number | null];
		return code === 0;
	} catch {
		return false;
	}
}

/** The environment that determines which programs can reach the operator's own screen. */
export type DesktopEnvironment = {
	readonly platform: NodeJS.Platform;
	/** Returns an environment variable; undefined if it is not set. */
	readonly get: (name: string) => string | undefined;
};

/** A program and its arguments. */
export type DesktopCommand = readonly [file: string, ...args: string[]];

/** The programs of which the environment says that they can be there. None over SSH, where they would act on the other machine. */
function usable(
	{get}: DesktopEnvironment,
	candidates: ReadonlyArray<readonly [isThere: boolean, ...command: DesktopCommand]>,
): DesktopCommand[] {
	const hasSsh = ['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'].some(name => get(name) !== undefined);
	return candidates.filter(([isThere]) => isThere && !hasSsh).map(([, ...command]) => command);
}

const isWindows = ({platform, get}: DesktopEnvironment) => platform === 'win32' || get('WSL_DISTRO_NAME') !== undefined;

/** The programs that copy standard input to the clipboard, to be tried in this order. */
export const clipboardCommands = (environment: DesktopEnvironment): DesktopCommand[] =>
	usable(environment, [
		[environment.platform === 'darwin', 'pbcopy'],
		[isWindows(environment), 'clip.exe'],
		[environment.get('WAYLAND_DISPLAY') !== undefined, 'wl-copy'],
		[environment.get('DISPLAY') !== undefined, 'xclip', '-selection', 'clipboard'],
	]);

/** The programs that open a link, to be tried in this order. */
export const openCommands = (environment: DesktopEnvironment, link: string): DesktopCommand[] =>
	usable(environment, [
		[environment.platform === 'darwin', 'open', link],
		[isWindows(environment), 'rundll32.exe', 'url.dll,FileProtocolHandler', link],
		[['WAYLAND_DISPLAY', 'DISPLAY'].some(name => environment.get(name) !== undefined), 'xdg-open', link],
	]);

/** The terminal multiplexer, if there is one; each needs its own form of OSC 52. */
export function multiplexerOf({get}: DesktopEnvironment): 'tmux' | 'screen' | undefined {
	if (get('TMUX') !== undefined) {
		return 'tmux';
	}

	return get('STY') === undefined ? undefined : 'screen';
}

/** The maximum number of base64 characters: xterm and others discard longer texts. */
const longest = 100_000;

/** The number of base64 characters in one piece for GNU screen, which limits strings to 768 bytes. */
const pieceLength = 512;

/** The sequence that copies a text to the terminal's clipboard (OSC 52, xterm's control sequences); undefined if the text is too long. */
export function osc52(text: string, multiplexer: 'tmux' | 'screen' | undefined): string | undefined {
	const base64 = Buffer.from(text).toString('base64');
	if (base64.length > longest) {
		return undefined;
	}

	const sequence = `\u{1B}]52;c;${base64}\u{7}`;
	switch (multiplexer) {
		case 'tmux': {
			// Where tmux itself could not be asked: with `set-clipboard on` tmux handles the first sequence; with `allow-passthrough on` it passes on the second.
			return `${sequence}\u{1B}Ptmux;${sequence.replaceAll('\u{1B}', '\u{1B}\u{1B}')}\u{1B}\\`;
		}

		case 'screen': {
			return sequence
				.match(new RegExp(String.raw`[\s\S]{1,${pieceLength}}`, 'gv'))!
				.map(piece => `\u{1B}P${piece}\u{1B}\\`)
				.join('');
		}

		case undefined: {
			return sequence;
		}
	}
}

/** The maximum size in bytes of a text for OSC 52. */
export const clipboardLimit = (longest / 4) * 3;
