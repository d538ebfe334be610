import type {KeyCommandWait} from '../../config/key-command.ts';

/** The message while a key command is running, with its output and the key that cancels. Safe to show. */
export const keyWaitText = ({command, seconds, limit, said}: KeyCommandWait, cancelKey: string): string =>
	`${command} is running (${seconds} s of ${limit} s; ${cancelKey} to cancel). ${said}`.trimEnd();
