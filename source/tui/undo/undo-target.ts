import {comparableAddress} from '../../domain/equivalence.ts';
import {differences} from '../../domain/spec.ts';
import type {NotificationFields} from '../../domain/notification.ts';
import type {OperationKind} from '../../domain/operation-kind.ts';
import {changeSigns} from '../../files/plan-changes.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import {changePieces} from '../bulk-edit/edit-row.ts';
import {targetStart, targetText, type Target, type TargetWidths} from '../shared/target-lines.ts';

/** A notification that an undo acts on. */
export type UndoTarget = Target & {readonly sign: string; readonly after?: NotificationFields};

/** The notification that undoing an item of a bulk operation acts on: the one that it created or, if it only deleted one, the deleted one. `after`: what becomes of it, if it is replaced. */
export function targetOf({kind, snapshot, input, newId}: Operation): UndoTarget {
	return {
		id: newId ?? snapshot?.id ?? '',
		fields: (newId === undefined ? (snapshot?.input ?? input) : (input ?? snapshot?.input))!,
		sign: signs[kind],
		...(kind === 'replace' && snapshot !== undefined && {after: snapshot.input}),
	};
}

/** The sign of what undoes each kind of change. */
const signs: Readonly<Record<OperationKind, string>> = {
	create: changeSigns.delete,
	recreate: changeSigns.delete,
	delete: changeSigns.create,
	replace: changeSigns.replace,
};

/** The differences that an undo makes. The case of a hexadecimal address does not count (EIP-55). */
const changesOf = (before: NotificationFields, after: NotificationFields | undefined) =>
	differences(before, after ?? before).filter(
		({field, old, new: now}) => field.isHex !== true || comparableAddress(old) !== comparableAddress(now),
	);

/** A notification on a line of at most `columns`: what is done to it, its ID, and what changes of it or what it is. Safe to show. */
export function undoTargetText({sign, after, ...target}: UndoTarget, widths: TargetWidths, columns: number): string {
	const changes = changesOf(target.fields, after);
	if (changes.length === 0) {
		return `${sign} ${targetText(target, widths, columns - 2)}`;
	}

	const start = `${sign} ${targetStart(target, widths)}`;
	const pieces = changes.map(({field, ...change}) => ({...change, name: field.alias ?? field.name}));
	return `${start}${changePieces(pieces, Math.max(1, columns - widthOf(start)))
		.map(({text}) => text)
		.join('')}`;
}

/** The same as a screen reader reads it: `13, Recipient from a@example.com to b@example.com`. */
export function readerUndoTarget(
	{after, ...target}: Omit<UndoTarget, 'sign'>,
	widths: TargetWidths,
	columns: number,
): string {
	const changes = changesOf(target.fields, after);
	return changes.length === 0
		? targetText(target, widths, columns)
		: [
				target.id,
				...changes.map(({field: {label}, old, new: next}) => `${label} from ${shownValue(old)} to ${shownValue(next)}`),
			]
				.map(text => sanitiseCell(text))
				.join(', ');
}
