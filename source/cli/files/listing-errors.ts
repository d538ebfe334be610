import type {Behind} from '../../operations/behind.ts';
import {differingListingsText} from '../../session/pull-into-file.ts';
import {CommandError} from '../command-error.ts';
import {exitCode} from '../exit-codes.ts';

/** Creates the error for a file that is not written because the listing may be behind a change of this machine. */
export const behindError = ({why, advice}: Behind): CommandError =>
	new CommandError({
		exitCode: exitCode.incomplete,
		kind: 'incomplete',
		message: `Nothing was written: ${why}`,
		hint: advice,
	});

/** Creates the error for a file that is not written because two listings differ. */
export const differingListingsError = (): CommandError =>
	new CommandError({
		exitCode: exitCode.incomplete,
		kind: 'incomplete',
		message: differingListingsText,
		hint: 'Run it again.',
	});
