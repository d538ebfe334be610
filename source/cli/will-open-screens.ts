/** The options of the screens that take a value. A test compares them with the command table, which is not loaded yet when they are needed. */
const withValue = new Set(['--profile', '-p', '--base-url', '--timeout']);

/** Those that print something instead. */
const printing = new Set(['--help', '-h', '--version', '-v']);

/** Whether a command line most likely opens the screens, so that a first picture can be drawn before the rest of the program is loaded. */
export function willOpenScreens(argv: readonly string[]): boolean {
	return argv.every((argument, index) => (
		argument.startsWith('-') ? !printing.has(argument) : withValue.has(argv[index - 1] ?? '')
	));
}
