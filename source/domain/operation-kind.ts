/** The kind of change that the operator requested. `recreate` creates a deleted notification again. */
export type OperationKind = 'create' | 'replace' | 'delete' | 'recreate';

/** The kind of a bulk operation: that of all its items, or `mixed`. */
export type BatchKind = OperationKind | 'mixed';

/** The words for a kind of change. */
export type KindWords = {
	/** The name of the change: `edit`. */
	readonly noun: string;
	/** The change as an order: `replace`. */
	readonly verb: string;
	/** The change in progress, at the beginning of a sentence: `Replacing`. */
	readonly doing: string;
	/** The change that took effect, at the beginning of a sentence: `Replaced`. */
	readonly done: string;
	/** The word before the place: `on` or `from`. */
	readonly preposition: 'on' | 'from';
};

/** The words for each kind of change, for screens and commands. */
export const kindWords: Readonly<Record<BatchKind, KindWords>> = {
	create: {noun: 'create', verb: 'create', doing: 'Creating', done: 'Created', preposition: 'on'},
	replace: {noun: 'edit', verb: 'replace', doing: 'Replacing', done: 'Replaced', preposition: 'on'},
	delete: {noun: 'delete', verb: 'delete', doing: 'Deleting', done: 'Deleted', preposition: 'from'},
	recreate: {noun: 'recreate', verb: 'recreate', doing: 'Recreating', done: 'Recreated', preposition: 'on'},
	mixed: {noun: 'change', verb: 'change', doing: 'Changing', done: 'Changed', preposition: 'on'},
};

/** The kind of change that undoes each kind. */
export const undoKinds: Readonly<Record<BatchKind, BatchKind>> = {
	create: 'delete',
	replace: 'replace',
	delete: 'recreate',
	recreate: 'delete',
	mixed: 'mixed',
};
