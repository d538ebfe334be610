import type {Notification} from '../domain/notification.ts';
import {noRules, type AccountRules} from '../domain/policies/account-rules.ts';
import {createPolicyCheck} from '../domain/policies/broken-policies.ts';
import {createProtection} from '../domain/policies/protection.ts';
import {groupByChange, type BlockedByChange} from './blocking-change.ts';
import {changesOf, type FileChange} from './changes.ts';
import {checkPlan, type EntryWarning} from './check-entries.ts';
import {whyTooMany, type PruneOptions} from './guards.ts';
import {lineText, type FileEntry, type Mistake, type NotificationFile} from './notification-file.ts';
import type {PlanSummary} from './plan-texts.ts';
import {planFiles, type FilePlan, type FilePlanOptions} from './plan.ts';

/** An account, as far as it is known. */
export type AccountState = Pick<FilePlanOptions, 'sent' | 'sentAs' | 'pending' | 'pendingCreation'> & {
	readonly listed: readonly Notification[];
	/** The rules for its changes; none by default. */
	readonly rules?: AccountRules | undefined;
};

/** The choices of the operator about a plan. */
export type PlanChoices = Pick<PruneOptions, 'maxDeletes'> & {
	/** Whether what is in the scope and in no file is deleted. */
	readonly prune: boolean;
	/** Whether templates and topics that nobody knows are replaced by those of the files, or lost. */
	readonly acceptUnknownTemplate: boolean;
	/** Whether problems that may be accepted are only warnings. */
	readonly acceptInvalid: boolean;
	/** Whether what is protected is replaced and deleted, too. */
	readonly unprotect?: boolean;
};

/** The changes that files ask of an account, or the mistakes that prevent them. */
export type AccountPlanning =
	| {
			readonly ok: true;
			readonly plan: FilePlan;
			readonly changes: readonly FileChange[];
			readonly summary: PlanSummary;
			readonly warnings: readonly EntryWarning[];
			/** The reason why it must not be applied as it is: it deletes more than expected. */
			readonly tooMany: string | undefined;
	  }
	| {readonly ok: false; readonly mistakes: readonly Mistake[]};

/** The file that is for another profile; undefined if there is none. */
export const fileOfOtherProfile = (files: readonly NotificationFile[], profile: string): NotificationFile | undefined =>
	files.find(file => file.profile !== undefined && file.profile !== profile);

/** The pending changes of a plan, each with the notifications and entries that are not touched because of it. */
export const blockedIn = ({pending}: Pick<FilePlan, 'pending'>): BlockedByChange[] =>
	groupByChange(
		pending.map(({change, listed, entry}) => ({change, id: listed?.id, place: entry && lineText(entry.place)})),
	);

/** Compares files with an account. */
export function planChanges(
	files: readonly NotificationFile[],
	{listed, rules = noRules, ...known}: AccountState,
	{prune, maxDeletes, acceptUnknownTemplate, acceptInvalid, unprotect = false}: PlanChoices,
): AccountPlanning {
	const planning = planFiles(files, listed, {
		...known,
		protectionOf: createProtection(rules, unprotect),
		isPruning: prune,
		replacesUnknown: acceptUnknownTemplate,
	});
	if (!planning.ok) {
		return planning;
	}

	const {plan} = planning;
	const {mistakes, warnings} = checkPlan(plan, acceptInvalid, createPolicyCheck(rules));
	if (mistakes.length > 0) {
		return {ok: false, mistakes};
	}

	const {unmanaged, unchanged, repeated, assumedEqual, rewritten, kept, lossy, losing, items} = plan;
	return {
		ok: true,
		plan,
		warnings,
		changes: changesOf(plan),
		tooMany: whyTooMany(files, plan, {maxDeletes}),
		summary: {
			from: files.find(({isAccount}) => isAccount)?.name,
			unmanaged,
			unchanged,
			repeated,
			pending: blockedIn(plan),
			kept,
			assumedEqual: assumedEqual.map(pair => pair.listed.id),
			rewritten: rewritten.map(pair => pair.listed.id),
			losing: losing.map(pair => pair.listed.id),
			notReplaced: lossy.map(pair => pair.listed.id),
			...unknownContent(plan),
			similar: items.flatMap(item =>
				item.kind === 'create' && item.similar !== undefined
					? [{id: item.similar.id, place: lineText(item.entry.place)}]
					: [],
			),
		},
	};
}

/** Counts the notifications of another account whose template or topics nobody knows. */
function unknownContent({
	items,
	pairs,
}: Pick<FilePlan, 'items' | 'pairs'>): Pick<PlanSummary, 'createdWithoutTemplate' | 'templatesNotCompared'> {
	const isUnknown = ({copied}: FileEntry) => copied?.isContentUnknown === true;
	return {
		createdWithoutTemplate: items.filter(item => item.kind === 'create' && isUnknown(item.entry)).length,
		templatesNotCompared: pairs.filter(({entry}) => isUnknown(entry)).length,
	};
}
