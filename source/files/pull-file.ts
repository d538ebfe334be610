import type {MemberChange} from '../api/draft-changes.ts';
import type {NotificationFields} from '../domain/notification.ts';
import {sanitiseCell, shownValue} from '../terminal/sanitise.ts';
import {numberText} from '../platform/text.ts';
import type {BlockedByChange} from './blocking-change.ts';
import type {FileEntry, Mistake, NotificationFile} from './notification-file.ts';
import {blockedIn, type AccountState} from './plan-changes.ts';
import {planFiles, type FilePlan, type Planning} from './plan.ts';
import {pullInto, type Pulled} from './pull.ts';
import {readFile} from './read-file.ts';
import type {ReferenceSources} from './references.ts';

/** A file to write the account into. */
export type PullRequest = {
	readonly text: string;
	readonly file: NotificationFile;
	readonly sources: ReferenceSources;
	/** The entries that are known to describe a notification, with its ID. */
	readonly linked?: ReadonlyMap<FileEntry, string>;
	/** Whether another file has a notification, by its ID: then it is not added to this one. */
	readonly isElsewhere?: (id: string) => boolean;
};

/** The effect of a pull on a file. */
export type Pulling =
	| {
			readonly kind: 'unchanged';
			/** The pending changes because of which entries stay as they are. */ readonly pending: readonly BlockedByChange[];
	  }
	| {readonly kind: 'mistakes'; readonly mistakes: readonly Mistake[]}
	/** The form of the file cannot be edited. */
	| {readonly kind: 'impossible'}
	/** `lines`: the changes, safe to show. `count`: the number of entries that change. */
	| {
			readonly kind: 'changed';
			readonly pending: readonly BlockedByChange[];
			readonly pulled: Pulled;
			readonly lines: readonly string[];
			readonly count: number;
			/** The file as it is then, with its plan. */ readonly after: {
				readonly file: NotificationFile;
				readonly plan: FilePlan;
			};
	  };

/** Edits the text of a file so that it says what the account is. It is used only if the file needs no change afterwards. */
export async function pullFile(
	{text, file, sources, linked, isElsewhere = () => false}: PullRequest,
	{listed, ...known}: AccountState,
): Promise<Pulling> {
	const planOf = (read: NotificationFile, entries?: PullRequest['linked']): Planning => {
		const planned = planFiles([read], listed, {...known, linked: entries, isPruning: false, replacesUnknown: false});
		return planned.ok
			? {ok: true, plan: {...planned.plan, unmanaged: planned.plan.unmanaged.filter(({id}) => !isElsewhere(id))}}
			: planned;
	};

	const planning = planOf(file, linked);
	if (!planning.ok) {
		return {kind: 'mistakes', mistakes: planning.mistakes};
	}

	const pending = blockedIn(planning.plan);
	const lines = pullLines(planning.plan);
	if (lines.length === 0) {
		return {kind: 'unchanged', pending};
	}

	const pulled = pullInto(text, file.entries, planning.plan, known.sent);
	const reading =
		pulled === undefined ? undefined : await readFile(pulled.text, file.name, sources).catch(() => undefined);
	const again = reading?.ok === true ? planOf(reading.file) : undefined;
	return pulled === undefined || reading?.ok !== true || again?.ok !== true || pullLines(again.plan).length > 0
		? {kind: 'impossible'}
		: {
				kind: 'changed',
				pending,
				pulled,
				lines,
				count: lines.filter(line => !line.startsWith(' ')).length,
				after: {file: reading.file, plan: again.plan},
			};
}

/** The changes of a file, in lines that are safe to show. */
function pullLines({items, unmanaged}: FilePlan): string[] {
	const change = ({field, old, new: written}: MemberChange) =>
		`    ${sanitiseCell(field)}: ${shownValue(written)} → ${shownValue(old)}`;
	return [
		...items.flatMap(item => {
			if (item.kind === 'delete') {
				return [];
			}

			const {
				entry: {place, record},
			} = item;
			const line = `line ${place.line}`;
			return item.kind === 'create'
				? [`- ${headOf([line], record)}`]
				: [`~ ${headOf([line, item.listed.id], record)}`, ...item.changes.map(each => change(each))];
		}),
		...unmanaged.map(record => `+ ${headOf([record.id], record)}`),
	];
}

/** What a row is about: `where` it is, in the file and in the account, its name, its user and its channel. */
const headOf = (
	where: readonly string[],
	{name, userId, channel}: Pick<NotificationFields, 'name' | 'userId' | 'channel'>,
): string =>
	[...where, name, userId, channel]
		.filter(text => text !== '')
		.map(text => sanitiseCell(text))
		.join('  ');

/** The counts of what was written to a file, in a sentence; not yet safe to show. */
export const pulledText = (name: string, {changed, removed, added}: Pulled): string =>
	`${name}: ${numberText(changed)} changed, ${numberText(removed)} removed, ${numberText(added)} added`;
