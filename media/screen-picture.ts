import type {Terminal} from '../test/helpers/terminal.ts';

/** A home with a config.yaml, and the services of its profiles. */
export type PreparedHome = AsyncDisposable & {readonly home: string};

/** A picture of a screen, taken from a run of the program on the samples of the sandbox. */
export type ScreenPicture = {
	/** The name of the file in media/, without `.svg`. */
	readonly name: string;
	readonly title: string;
	readonly columns: number;
	readonly rows: number;
	/** Prepares the home that the program opens in place of an empty one with the sandbox. */
	readonly prepare?: () => Promise<PreparedHome>;
	/** The arguments of the command; by default they open the sandbox. */
	readonly args?: readonly string[];
	/** It shows something under way, and is taken at once; any other is taken when nothing on it changes any more. */
	readonly isMoving?: boolean;
	/** Goes from the first screen, for the sandbox the complete list, to the one to show. Waits until it shows all of it. */
	readonly open: (terminal: Terminal) => Promise<void>;
};
