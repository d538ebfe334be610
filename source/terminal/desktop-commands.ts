/** The environment that determines which programs can reach the operator's own screen. */
export type DesktopEnvironment = {
	readonly platform: NodeJS.Platform;
	/** Returns an environment variable; undefined if it is not set. */
	readonly get: (name: string) => string | undefined;
};

/** A program and its arguments. */
export type DesktopCommand = readonly [file: string, ...args: string[]];

const hasSsh = ({get}: DesktopEnvironment) =>
	['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'].some(name => get(name) !== undefined);

/** The programs that copy standard input to the clipboard, to be tried in this order. None over SSH, where they would reach the clipboard of the other machine. */
export function clipboardCommands(environment: DesktopEnvironment): DesktopCommand[] {
	const {platform, get} = environment;
	if (hasSsh(environment)) {
		return [];
	}

	return [
		...(platform === 'darwin' ? [['pbcopy'] as const] : []),
		...(platform === 'win32' || get('WSL_DISTRO_NAME') !== undefined ? [['clip.exe'] as const] : []),
		...(get('WAYLAND_DISPLAY') === undefined ? [] : [['wl-copy'] as const]),
		...(get('DISPLAY') === undefined ? [] : [['xclip', '-selection', 'clipboard'] as const]),
	];
}

/** The programs that open a link, to be tried in this order. None over SSH. */
export function openCommands(environment: DesktopEnvironment, link: string): DesktopCommand[] {
	const {platform, get} = environment;
	if (hasSsh(environment)) {
		return [];
	}

	return [
		...(platform === 'darwin' ? [['open', link] as const] : []),
		...(platform === 'win32' || get('WSL_DISTRO_NAME') !== undefined
			? [['rundll32.exe', 'url.dll,FileProtocolHandler', link] as const]
			: []),
		...(get('WAYLAND_DISPLAY') === undefined && get('DISPLAY') === undefined ? [] : [['xdg-open', link] as const]),
	];
}

/** The terminal multiplexer, if there is one; each needs its own form of OSC 52. */
export function multiplexerOf({get}: DesktopEnvironment): 'tmux' | 'screen' | undefined {
	if (get('TMUX') !== undefined) {
		return 'tmux';
	}

	return get('STY') === undefined ? undefined : 'screen';
}
