import {numberText} from '../platform/text.ts';
import {kindWords, type BatchKind} from './operation-kind.ts';

export type UndoSubject = {
	/** The number of notifications or, for a mixed batch, of changes. */
	readonly count: number;
	/** The name of the notification, if there is one; otherwise the number is told. */
	readonly name?: string;
	readonly place: string;
};

/** The reason why nothing of a bulk operation can be undone where no item is left to undo. */
export const nothingLeftText = 'All of it is undone already, or had no effect.';

/** Describes an undo in a sentence: `recreate "Treasury" (ID 17) on production, with a new ID`; not yet safe to show. `kind`: the kind of the undo itself. */
export function undoText(
	kind: BatchKind,
	{count, place, name = `${numberText(count)} ${count === 1 ? 'notification' : 'notifications'}`}: UndoSubject,
): string {
	if (kind === 'mixed') {
		return `reverse ${numberText(count)} ${count === 1 ? 'change' : 'changes'} on ${place} (what is recreated gets a new ID)`;
	}

	const {verb, preposition} = kindWords[kind];
	const before = kind === 'replace' ? ` with what ${count === 1 ? 'it was' : 'they were'} before` : '';
	const ids = kind === 'delete' ? '' : `, with ${count === 1 ? 'a new ID' : 'new IDs'}`;
	return `${verb} ${name} ${preposition} ${place}${before}${ids}`;
}
