import type {KeyCommandWait} from '../../config/key-command.ts';

/** That a key command is awaited, what it said, and the key that cancels. Safe to show. */
export const keyWaitText = ({command, seconds, limit, said}: KeyCommandWait, cancelKey: string): string => `${command} is running (${seconds} s of ${limit} s; ${cancelKey} to cancel). ${said}`.trimEnd();
