/** The options of the screens that take a value. The command table is not loaded yet when they are needed; a test compares both. */
const withValue = new Set(['--profile', '-p', '--base-url', '--timeout']);

/** The options that print something instead of opening the screens. */
const printing = new Set(['--help', '-h', '--version', '-v']);

/** Whether a command line most likely opens the screens, so that a placeholder can be drawn before the rest of the program is loaded. */
export function willOpenScreens(argv: readonly string[]): boolean {
	return argv.every((argument, index) =>
		argument.startsWith('-') ? !printing.has(argument) : withValue.has(argv[index - 1] ?? ''),
	);
}
