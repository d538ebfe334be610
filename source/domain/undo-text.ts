import type {BatchKind} from './operation-kind.ts';

export type UndoSubject = {
	/** The number of notifications or, for a mixed batch, of changes. */
	readonly count: number;
	/** The name of the notification, if there is one; otherwise the number is told. */
	readonly name?: string;
	readonly place: string;
};

/** Describes an undo in a sentence: `recreate "Treasury" (ID 17) on production, with a new ID`; not yet safe to show. `kind`: the kind of the undo itself. */
export function undoText(kind: BatchKind, {count, place, name = `${count.toLocaleString('en')} ${count === 1 ? 'notification' : 'notifications'}`}: UndoSubject): string {
	const ids = count === 1 ? 'a new ID' : 'new IDs';
	switch (kind) {
		case 'create':
		case 'recreate': {
			return `recreate ${name} on ${place}, with ${ids}`;
		}

		case 'delete': {
			return `delete ${name} from ${place}`;
		}

		case 'replace': {
			return `replace ${name} on ${place} with what ${count === 1 ? 'it was' : 'they were'} before, with ${ids}`;
		}

		case 'mixed': {
			return `reverse ${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'} on ${place}; what is recreated gets a new ID`;
		}
	}
}
