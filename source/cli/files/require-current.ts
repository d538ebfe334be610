import {CommandError} from '../command-error.ts';
import {exitCode} from '../exit-codes.ts';
import type {KeptPlan} from './kept-plan.ts';

/** Refuses a kept plan of another account, or one that no longer fits the listing. @throws CommandError, exit code 5 */
export function requireCurrent({account}: KeptPlan, profileKey: string, whyOutdated: string | undefined): void {
	const why = account === profileKey ? whyOutdated : 'the plan was made for another account.';
	if (why !== undefined) {
		throw new CommandError({
			exitCode: exitCode.invalid,
			kind: 'outdated',
			message: `Nothing was sent: ${why}`,
			hint: 'Run chainbell plan again.',
		});
	}
}
