import {toShell} from '../../api/to-shell.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import type {FileChange} from '../../files/changes.ts';
import type {EntryWarning} from '../../files/check-entries.ts';
import {whyTooMany} from '../../files/guards.ts';
import type {FilePlace, NotificationFile} from '../../files/notification-file.ts';
import {planChanges, type AccountPlanning, type AccountState} from '../../files/plan-changes.ts';
import {numberText} from '../../platform/text.ts';
import {keyOf} from '../keys/match.ts';

/** The choices that the operator has made on the screen. */
export type FileChoices = {
	readonly prune: boolean;
	/** The number of deletions that is allowed explicitly. */
	readonly maxDeletes: number | undefined;
	readonly acceptUnknownTemplate: boolean;
	/** Whether what is protected is replaced and deleted, too. */
	readonly unprotect: boolean;
	/** The changes that are left out, by `changeKey`. */
	readonly leftOut: ReadonlySet<string>;
};

export const noChoices: FileChoices = {
	prune: false,
	maxDeletes: undefined,
	acceptUnknownTemplate: false,
	unprotect: false,
	leftOut: new Set(),
};

/** The files that were read, and the account that was listed for them. */
export type PlanSource = {
	/** The path as it was typed, made absolute. */
	readonly path: string;
	readonly files: readonly NotificationFile[];
	readonly account: AccountState;
};

/** The plan of files, with all that can be left out. */
export type WholePlan = Extract<AccountPlanning, {readonly ok: true}>;

/** The plan of files with the choices of the operator. */
export type ChosenPlan = WholePlan & {
	readonly isLeftOut: (change: FileChange) => boolean;
	/** The changes that are not left out. */
	readonly chosen: readonly FileChange[];
};

/** The identity of a change, also in a later plan of the same files. Entries of a file can stand on one line. */
export const changeKey = (change: FileChange): string =>
	change.kind === 'create' ? `create ${placeKey(change.place)}` : `${change.kind} ${change.of.id}`;

/** The identity of an entry. */
const placeKey = ({file, line, column}: FilePlace): string => `${file}:${line}:${column}`;

/** The warnings of each change, in the order of the changes. */
export function warningsByChange(
	changes: readonly FileChange[],
	warnings: readonly EntryWarning[],
): ReadonlyArray<readonly EntryWarning[]> {
	const byEntry = Map.groupBy(warnings, ({entry}) => placeKey(entry));
	return changes.map(({place}) => (place === undefined ? [] : (byEntry.get(placeKey(place)) ?? [])));
}

/** Plans files for the whole account; the mistakes if that is not possible. It takes a fraction of a second for a large account. */
export function planWhole(
	{files, account}: PlanSource,
	{prune, maxDeletes, acceptUnknownTemplate, unprotect}: Omit<FileChoices, 'leftOut'>,
): AccountPlanning {
	return planChanges(files, account, {prune, maxDeletes, acceptUnknownTemplate, unprotect, acceptInvalid: false});
}

/** Leaves out of a plan what the operator chose to. */
export function leaveOut(
	files: readonly NotificationFile[],
	planning: WholePlan,
	{maxDeletes, leftOut}: Pick<FileChoices, 'maxDeletes' | 'leftOut'>,
): ChosenPlan {
	const {plan, changes} = planning;
	const isLeftOut = (change: FileChange) => leftOut.has(changeKey(change));
	const items = plan.items.filter((_item, index) => !isLeftOut(changes[index]!));
	const tooMany = whyTooMany(
		files,
		{...plan, items},
		{maxDeletes},
		deletions => `${keyOf('file-plan', 'allow-deletes')} allows ${numberText(deletions)}.`,
	);
	return {...planning, tooMany, isLeftOut, chosen: changes.filter(change => !isLeftOut(change))};
}

/** All changes of the same files and choices with newer records; undefined if these cannot be planned. */
export function planAgain(
	source: PlanSource,
	choices: FileChoices,
	records: readonly ListedRecord[],
): readonly FileChange[] | undefined {
	const plan = planWhole(
		{...source, account: {...source.account, listed: records.filter(record => record.kind === 'notification')}},
		choices,
	);
	return plan.ok ? plan.changes : undefined;
}

/** The number of deletions that a plan has. */
export const deletionsIn = ({chosen}: Pick<ChosenPlan, 'chosen'>): number =>
	chosen.filter(({kind}) => kind === 'delete').length;

/** The `chainbell apply` command that does the same; undefined if changes are left out, which it cannot say. `account`: the options that name the account. */
export function fileCommand(
	{path}: Pick<PlanSource, 'path'>,
	{changes, chosen}: Pick<ChosenPlan, 'changes' | 'chosen'>,
	{prune, maxDeletes, acceptUnknownTemplate, unprotect}: FileChoices,
	account: readonly string[],
): string | undefined {
	return chosen.length < changes.length
		? undefined
		: toShell({
				words: [
					...account,
					'apply',
					path,
					...(prune ? ['--prune'] : []),
					...(prune && maxDeletes !== undefined ? ['--max-deletes', String(maxDeletes)] : []),
					...(acceptUnknownTemplate ? ['--accept-unknown-template'] : []),
					...(unprotect ? ['--unprotect'] : []),
				],
			});
}
