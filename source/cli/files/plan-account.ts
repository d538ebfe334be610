import type {Listing} from '../../api/listing/list-notifications.ts';
import {changesOf, type FileChange} from '../../files/changes.ts';
import {checkPlan} from '../../files/check-entries.ts';
import {whyNotPrune, whyTooMany} from '../../files/guards.ts';
import {placeText, type NotificationFile} from '../../files/notification-file.ts';
import {planFiles} from '../../files/plan.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {CommandError, invalidInput} from '../command-error.ts';
import type {CommandContext, GlobalValues} from '../command.ts';
import {exitCode} from '../exit-codes.ts';
import type {CommandSession} from '../open-session.ts';
import type {PlanSummary} from './plan-output.ts';
import {invalidFiles} from './read-files.ts';

/** The options of `plan` and `apply` that decide what is planned. */
export type PlanValues = Pick<GlobalValues, 'quiet' | 'json'> & {
	readonly prune: boolean;
	readonly all: boolean;
	readonly maxDeletes: number | undefined;
	readonly replaceUnknownTemplates: boolean;
	readonly acceptInvalid: boolean;
};

/** The changes that files ask of an account. */
export type AccountPlan = {
	readonly changes: readonly FileChange[];
	readonly summary: PlanSummary;
	/** The reason why it must not be applied as it is: it deletes more than expected. */
	readonly tooMany?: string | undefined;
};

/** Refuses options and files that must not be combined, before anything is listed. @throws CommandError */
export function checkPrune(files: readonly NotificationFile[], options: Pick<PlanValues, 'prune' | 'all'>): void {
	const why = options.prune ? whyNotPrune(files, options) : undefined;
	if (why !== undefined) {
		throw invalidInput(`Nothing was sent: ${why}`, 'chainbell plan without --prune lists what is in no file.');
	}
}

/** Refuses files of another profile, and a partial listing. @throws CommandError */
export function checkAccountOf(files: readonly NotificationFile[], {profile}: Pick<CommandSession['session'], 'profile'>, listing: Listing): void {
	const other = files.find(file => file.profile !== undefined && file.profile !== profile.name);
	if (other !== undefined) {
		throw invalidInput(`Nothing was sent: ${other.name} is for the profile ${other.profile!}, and this is ${profile.name}.`, `Run it with --profile ${other.profile!}.`);
	}

	if (!listing.complete) {
		throw new CommandError({exitCode: exitCode.incomplete, kind: 'incomplete', message: `Nothing was sent: a plan needs a complete listing. ${listing.reason}`, hint: 'Run it again.'});
	}
}

/**
Compares files with a listing of an account.

@throws CommandError for a file of another profile, a partial listing, and mistakes.
*/
export async function planAccount(files: readonly NotificationFile[], {session, services}: CommandSession, listing: Listing, options: PlanValues, context: CommandContext): Promise<AccountPlan> {
	checkAccountOf(files, session, listing);
	const {ledger} = await services.openLedger();
	const listed = listing.records.filter(record => record.kind === 'notification');
	const planning = planFiles(files, listed, {
		sent: id => ledger.sent.get(session.profileKey, id),
		pending: new Set(ledger.journal.pendingIds(session.profileKey).keys()),
		isPruning: options.prune,
		replacesUnknown: options.replaceUnknownTemplates,
	});
	if (!planning.ok) {
		throw invalidFiles(planning.mistakes, options, context);
	}

	const {plan} = planning;
	const {mistakes, warnings} = checkPlan(plan, options.acceptInvalid);
	if (mistakes.length > 0) {
		throw invalidFiles(mistakes, options, context);
	}

	for (const warning of options.quiet ? [] : warnings) {
		context.printError(sanitise(`Warning: ${placeText(warning)}: ${warning.field} ${warning.message}.`));
	}

	const {unmanaged, unchanged, repeated, pending, assumedEqual, items} = plan;
	return {
		changes: changesOf(plan, listed),
		tooMany: whyTooMany(files, plan, options),
		summary: {
			unmanaged,
			unchanged,
			repeated,
			pending: pending.map(pair => pair.listed.id),
			assumedEqual: assumedEqual.map(pair => pair.listed.id),
			similar: items.flatMap(item => item.kind === 'create' && item.similar !== undefined ? [{id: item.similar.id, place: `${item.entry.place.file}, line ${item.entry.place.line}`}] : []),
		},
	};
}
