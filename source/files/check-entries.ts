import {rawOf} from '../notification/notification.ts';
import {draftOfBody} from './read-entry.ts';
import {heldByDraft} from '../service/body.ts';
import type {Draft} from '../notification/fields.ts';
import {pathOf} from '../notification/field-path.ts';
import {checkedDraft, type CheckedDraft, type FindBroken} from '../query/rules.ts';
import {isObject} from '../platform/json.ts';
import {holdsSecret} from '../terminal/secrets.ts';
import {
	byPlace,
	mistakeText,
	mostMistakes,
	mostOfEntry,
	type FileEntry,
	type FilePlace,
	type Mistake,
	type NotificationFile,
} from './notification-file.ts';
import type {FilesReading} from './read-file.ts';

/** A warning about an entry, which is at the place `entry`. */
export type EntryWarning = Mistake & {readonly entry: FilePlace};

/** The mistakes and the warnings of entries. */
type CheckedEntries = {readonly mistakes: readonly Mistake[]; readonly warnings: readonly EntryWarning[]};

/** Runs the form's checks on what is created. Problems that a listed record has already are only warnings. `findBroken`: the policies. */
export function checkNew(draft: Draft, acceptInvalid: boolean, findBroken?: FindBroken): CheckedDraft {
	const held = heldByDraft(draft);
	return checkedDraft(draft, {copied: held && draftOfBody(held, true), acceptInvalid, findBroken});
}

/** Runs the form's checks on all entries of a file. `acceptInvalid`: problems that may be accepted are only warnings. `findBroken`: the policies. */
export const checkEntries = (
	entries: readonly FileEntry[],
	acceptInvalid = false,
	findBroken?: FindBroken,
): CheckedEntries =>
	placeIssues(
		entries.values().map(entry => ({
			entry,
			checked: checkNew(entry.draft, acceptInvalid, entry.mistaken === undefined ? findBroken : undefined),
		})),
	);

/** All mistakes of files: those found in reading them, and those of the form's checks on what could be read. `check`: other checks. */
export function mistakesOf(
	{files, mistakes: found}: Pick<FilesReading, 'files' | 'mistakes'>,
	check = ({entries}: NotificationFile): readonly Mistake[] => checkEntries(entries).mistakes,
): readonly Mistake[] {
	const known = new Set(found.map(mistake => mistakeText(mistake)));
	const others = files.flatMap(file => check(file)).filter(mistake => !known.has(mistakeText(mistake)));
	return byPlace([...found, ...others]);
}

/** The issues of entries, each at its place in the file. The API key is a mistake wherever it stands: it is never sent in a notification. */
export function placeIssues(
	all: Iterable<{readonly entry: FileEntry; readonly checked: CheckedDraft}>,
): CheckedEntries {
	const mistakes: Mistake[] = [];
	const warnings: EntryWarning[] = [];
	for (const {entry, checked} of all) {
		const place = (issues: CheckedDraft['errors']): Mistake[] =>
			issues.slice(0, mostOfEntry).flatMap(({field, message, canOverride}) => {
				const path = pathOf(field);
				return isMistaken(entry, path) ? [] : [{...entry.locate(path), field: path, message, canOverride}];
			});
		const withKey = membersWithKey(rawOf(entry.record)).map(path => ({
			...entry.locate(path),
			field: path,
			message: 'contains the API key, or [API key] in its place, which is never sent',
		}));
		mistakes.push(...place(checked.errors), ...withKey.slice(0, mostOfEntry));
		warnings.push(
			...(warnings.length < mostMistakes
				? place(checked.warnings).map(warning => ({...warning, entry: entry.place}))
				: []),
		);
		if (mistakes.length >= mostMistakes) {
			break;
		}
	}

	return {mistakes: byPlace(mistakes), warnings: byPlace(warnings)};
}

/** Whether a field, what contains it or a part of it has a mistake already. */
const isMistaken = ({mistaken = []}: FileEntry, path: string): boolean =>
	mistaken.some(other => other === '' || `${path}.`.startsWith(`${other}.`) || other.startsWith(`${path}.`));

/** The paths of the values that contain the API key. */
const membersWithKey = (value: unknown, path = ''): string[] =>
	isObject(value) || Array.isArray(value)
		? Object.entries(value).flatMap(([name, inner]) =>
				holdsSecret(name) ? [path] : membersWithKey(inner, path === '' ? name : `${path}.${name}`),
			)
		: holdsSecret(JSON.stringify(value))
			? [path]
			: [];
