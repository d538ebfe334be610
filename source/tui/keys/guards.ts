/** A condition for a binding. The screen of the binding's scope reports whether it holds. */
export type Guard =
	| 'hasRow' | 'hasRecord' | 'isReadable' | 'isListed' | 'hasTarget' | 'hasGroup' | 'isGrouped' | 'isCurrent' | 'hasMarks' | 'isWritable' | 'canOverride' | 'canUndo' | 'canEditFirst'
	| 'isOnFilter' | 'hasFilters' | 'hasOtherErrors' | 'hasHistory' | 'isResumed'
	| 'isAwaitingConfirmation' | 'needsNoConfirmation' | 'isKeyRefused' | 'hasFailed' | 'hasRefused' | 'hasRemaining' | 'hasPending' | 'canSendAgain' | 'canDrop' | 'hasWarning';

/** The notice shown after a key press if the guard of its binding does not hold. `{list clone}` stands for the key of an action (see `guardNotice`). */
export const guardNotices: Readonly<Record<Guard, string>> = {
	isListed: 'This notification no longer exists. Press {list clone} to create a copy.',
	hasRow: 'Nothing to act on here.',
	hasRecord: 'The cursor is on a group: there is nothing to copy.',
	isReadable: 'There is no notification here that chainbell can read.',
	hasTarget: 'Nothing is marked, and this row cannot be deleted.',
	hasGroup: 'The list is not grouped. Press {list group} to group it.',
	isGrouped: 'The list is not grouped. Press {list group} to group it.',
	isCurrent: 'What is shown is not a complete listing of now. Press {duplicates refresh} to refresh first.',
	hasMarks: 'Nothing is marked.',
	canUndo: 'It cannot be undone.',
	canEditFirst: 'Only what is created again can be changed before.',
	hasPending: 'No change is pending.',
	canSendAgain: 'Only a create or an edit whose POST has no known outcome can be sent again.',
	canDrop: 'Press {recovery finish} to continue the bulk operation, or {recovery roll-back} to skip the rest.',
	isWritable: 'This profile is read-only.',
	isOnFilter: 'The cursor is not on a filter.',
	hasFilters: 'There are no filters to try.',
	hasHistory: 'Nothing to undo.',
	isResumed: 'These are the stored values, or there are none.',
	hasOtherErrors: 'No other field has an error.',
	isAwaitingConfirmation: 'Nothing to confirm here.',
	needsNoConfirmation: 'A duplicate exists or may exist. Press {review send-anyway} to send anyway.',
	isKeyRefused: 'Press {list enter-key} in the list to change the API key.',
	hasFailed: 'No item has failed.',
	hasRefused: 'The service refused no member that it does not document.',
	hasRemaining: 'No items remain.',
	canOverride: 'Nothing to override here.',
	hasWarning: 'There is no warning to acknowledge.',
};
