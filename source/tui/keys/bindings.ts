import {groupLetters, sortLetters, type FieldName} from '../../notification/spec.ts';

/** A key of a scope. Being in the table makes its action one of the program's. */
type KeyRow = {
	readonly action: string;
	/** The names of the keys, as in `toKeyPress`. The first one is shown in the footer. */
	readonly keys: readonly string[];
	readonly label: string;
	/** The text in the footer. Without it the key is shown only in the help. */
	readonly hint?: string | undefined;
	/** The hint while notifications are marked, if the key then acts on those; undefined hides it. */
	readonly markedHint?: string | undefined;
	/** The text in the footer on the header of a group: while the guard `hasRecord` does not hold. */
	readonly groupHint?: string | undefined;
	/** The text in the footer while the screen asks a question. */
	readonly askedHint?: string | undefined;
	/** The text in the footer while a request is sent: while the guard `isIdle` does not hold. */
	readonly busyHint?: string | undefined;
	/** The conditions for the key, each with the notice shown after a key press if it does not hold. The screen says which hold. `{list clone}` stands for the key of an action. */
	readonly guards?: Readonly<Record<string, string>>;
	/** Whether it deletes or discards something after a confirmation. */
	readonly isDangerous?: true;
	/** Whether it answers a question or discards something at once. Only a key pressed on its own does that, once the question could be read (use-keys.ts). */
	readonly confirms?: true;
};

/** The scopes of a screen, with their keys. A scope is a screen or one of its modes. */
type KeyScopes = Readonly<
	Record<
		string,
		{
			/** The name of the scope in the help, in the key table of docs/keys.md, and in the header of its screen. */
			readonly title: string;
			/** Whether single characters are typed as text, and therefore no keys. */
			readonly isText?: true;
			readonly rows: readonly KeyRow[];
		}
	>
>;

type Reasons = Readonly<Record<string, string>>;

/** A row of the table. `keys`: their names, a space between them; `hint`: empty if the key is shown only in the help. */
function key<const A extends string, const G extends Reasons = Readonly<Record<never, string>>>(
	action: A,
	keys: string,
	label: string,
	hint = '',
	guards?: G,
	more?: Pick<KeyRow, 'markedHint' | 'groupHint' | 'askedHint' | 'busyHint' | 'isDangerous' | 'confirms'>,
): Omit<KeyRow, 'action' | 'guards'> & {readonly action: NoInfer<A>; readonly guards: NoInfer<G>} {
	return {
		action,
		keys: keys.split(' '),
		label,
		hint: hint === '' ? undefined : hint,
		guards: guards as G,
		...more,
	};
}

// The notices of guards that several screens have.
const hasRow = 'No row is under the cursor.';
const hasMarks = 'Nothing is marked.';
const hasRefused = 'The service refused no member that it does not document.';
const isWritable = 'This profile is read-only.';
const isIdle = 'Wait: this is still running.';

const hasRecord = 'No notification is under the cursor: there is nothing to copy.';
const isReadable = 'No readable notification here.';
const isListed = 'This notification no longer exists. Press {list clone} to create a copy.';

const isUnparked = 'This is parked: resume it first ({list park} in the list).';

const isSettled = 'A change of this is pending: finish it or roll it back first.';

/** The guards of the keys that change a notification. */
const changeGuards = {isReadable, isListed, isUnparked, isSettled, isWritable} as const;

const backKey = key('back', 'esc q', 'back', 'back');
const cancelKey = key('back', 'esc', 'cancel', 'cancel');

/** The keys that scroll the messages of a form. */
const messageKeys = [
	key('page-up', 'pgup', 'scroll the messages up'),
	key('page-down', 'pgdn', 'scroll the messages down'),
] as const;

/** The keys that move in a list or a text. They are the same on all screens. */
const lineKeys = [key('up', 'up k', 'up'), key('down', 'down j', 'down')];
const scrollKeys = [
	...lineKeys,
	key('page-up', 'pgup ctrl+u', 'page up'),
	key('page-down', 'pgdn ctrl+d', 'page down'),
	key('first', 'g home', 'first'),
	key('last', 'G end', 'last'),
];

/** The same keys on a screen on which letters are typed. */
const textLineKeys = [key('up', 'up', 'up'), key('down', 'down', 'down')];
const textPageKeys = [key('page-up', 'pgup', 'page up'), key('page-down', 'pgdn', 'page down')];
const textScrollKeys = [...textLineKeys, ...textPageKeys];

/** The key that edits a notification. */
const editKey = key('edit', 'e', 'edit: create a new one, then delete the old one', 'edit', changeGuards, {
	markedHint: 'edit marked',
});

/** The keys that act on a notification and do not change it. They are the same in the list and in its details. */
const recordKeys = [
	key('clone', 'c', 'clone: open a copy as a new notification', 'clone', {isReadable, isWritable}),
	key('copy', 'y', 'copy: the ID, the address, JSON, curl …', '', {hasRecord}),
	key('open-link', 'o', 'open the address in a block explorer', '', {isReadable}),
	key('try', 't', 'try the webhook: send it a sample event (asks first)', '', {
		isReadable,
		hasEndpoint: 'Only a webhook, and a webhook URL of Slack, can be tried from here.',
		isWritable,
	}),
];

/** The key that includes what is protected in a change of many. */
const unprotectKey = key('unprotect', 'alt+p', 'include what is protected (asks first)', 'include protected', {
	hasProtected: 'Nothing of these is protected.',
});

/** The keys of a question that copy what it would do: the command, and the JSON. */
const copyCommandKey = key('copy-command', 'C', 'copy the chainbell command that does the same', 'copy command', {
	hasCommand: 'No single command does the same.',
});

/** The keys that choose one of several fields on a line: a letter for each, or the arrows and enter. */
const choiceKeys = <F extends FieldName>(letters: Readonly<Record<F, string>>) =>
	[
		...(Object.entries(letters) as Array<[F, string]>).map(([field, letter]) =>
			key(`by-${field}` as const, letter, `by ${field}`),
		),
		key('left', 'left h shift+tab', 'previous'),
		key('right', 'right l tab', 'next'),
		key('accept', 'enter space', 'choose', 'choose'),
		cancelKey,
	] as const;

const hasJson = 'There is no single notification here.';
/** The guards of the keys of the list that change the targets. */
const targetGuards = {
	isRangeMarked: 'Press {list mark} to mark the range first, or {list back} to drop it.',
	isTargetListed: isListed,
	hasTarget: 'Nothing is marked, and the cursor is on no notification.',
	isSettled,
	isWritable,
} as const;
const hasGroup = 'The list is not grouped. Press {list group} to group it.';
/** While the rows are computed such a key waits for them. */
const hasAllRows = 'The listing is still being read.';
const hasInvalid = 'No notification is invalid.';
/** Until they are known such a key waits. */
const hasEffect = 'What the edits change is still being computed.';
const canOverride = 'Nothing to override here.';
const hasFile = 'This is the account of a profile: there is no file to open.';
const isCurrent = 'What is shown is not a complete listing of now. Press {duplicates refresh} to refresh first.';

const hasDone = 'Nothing of it is known to be done, so nothing can be undone.';
const pendingGuards = {isIdle, isPending: 'This change has ended.', isWritable} as const;

const danger = {isDangerous: true} as const;
const confirms = {confirms: true} as const;
const deletes = {...danger, ...confirms} as const;

/** The keys that end what is pending. */
const endingKeys = [
	key('finish', 'f', 'finish what is pending (asks before it deletes)', 'finish', {
		...pendingGuards,
		canFinish: 'This item was not sent yet: finish the change to send the rest.',
	}),
	key(
		'stop',
		's',
		'stop here: keep what is done (asks first)',
		'stop here',
		{canStop: 'Nothing of it is known to be done, so there is nothing to keep.', ...pendingGuards},
		danger,
	),
	key('take-back', 'b', 'roll back everything (asks first)', 'roll back', pendingGuards, danger),
	key('drop', 'x', 'stop following it, or all open items (asks first)', 'stop following', pendingGuards),
] as const;

/** The scopes of all screens, in the order of the help. Only one is active at a time, in addition to `everywhere`. */
export const scopes = {
	// The keys of every screen.
	everywhere: {
		title: 'everywhere',
		rows: [
			key('help', '? ctrl+g', 'help', 'help'),
			key('palette', 'ctrl+p :', 'command palette: type what to do'),
			key('back', 'esc', 'back, cancel or clear'),
			key('exit', 'ctrl+c', 'quit'),
			key('suspend', 'ctrl+z', 'suspend'),
			key('redraw', 'ctrl+l', 'redraw'),
			key('acknowledge', 'ctrl+q', 'acknowledge the warning above the footer', 'acknowledge', {
				hasWarning: 'There is no warning to acknowledge.',
			}),
			key('enter-key', 'K alt+k', 'another API key, after the one in use was refused', 'another API key', {
				isKeyRefused: 'Press {list enter-key} in the list to change the API key.',
			}),
		],
	},
	// The keys of the list.
	list: {
		title: 'list',
		rows: [
			key('palette', ': ctrl+p', 'command palette: type what to do', 'more'),
			key('open', 'enter', 'open; fold or unfold a group', 'open', {hasRow}, {groupHint: 'fold or unfold'}),
			key('new', 'n', 'new notification', 'new', {isWritable}),
			key('delete', 'd delete', 'delete the marked, or the row under the cursor', 'delete', targetGuards, {
				markedHint: 'delete marked',
				...danger,
			}),
			key('park', 'x', 'park: delete now, create again later; again: resume', '', targetGuards, danger),
			{
				...editKey,
				label: 'edit the marked, or the row: their IDs change',
				guards: {isTargetReadable: isReadable, isUnparked, ...targetGuards},
			},
			...recordKeys,
			key('raw', 'J', 'raw JSON', '', {hasRecord}),
			key('edit-text', 'E', 'edit the marked, or the row, as YAML in $EDITOR', '', {isUnparked, ...targetGuards}),
			key('repeat-edit', '.', 'repeat the last bulk edit on the marked, or the row', '', {isUnparked, ...targetGuards}),
			key('search', '/', 'search: words, -word, "two words", user:42, is:new', 'search'),
			key('changed', '+', 'show what changed: new and gone; again: everything'),
			key('back', 'esc', 'clear the search; then acknowledge what + and - mark'),
			key('mark', 'space', 'mark or unmark the row, the whole group or the range', 'mark', {
				hasRow,
				isMarkable: isListed,
			}),
			key('range', 'V', 'start a range of marks, or mark it; esc drops it', '', {hasRow, hasAllRows}),
			key('mark-all', 'a', 'mark all rows shown, or unmark them', '', {hasRow, hasAllRows, hasListed: isListed}),
			key('invert', 'i', 'invert the marks of all rows shown', '', {hasRow, hasAllRows, hasListed: isListed}),
			key('unmark-all', 'A', 'unmark all, including rows hidden by the search', '', {hasMarks}),
			key('sort', 's', 'sort', 'sort'),
			key('group', 'b', 'group by', 'group'),
			key('duplicates', 'D', 'duplicates: find identical notifications'),
			key('fold', 'left h', 'fold the group; wide: scroll left', '', {hasGroup}),
			key('unfold', 'right l', 'unfold the group; wide: scroll right', '', {hasGroup}),
			key('view', '1 2 3 4 5 6 7 8 9', 'show that view; again: show everything'),
			key('wide', 'W', 'wide: all columns; left and right scroll'),
			key('preview', 'p', 'show or hide the preview of the row under the cursor'),
			key('undo', 'u', 'undo the last change (asks first)', '', {isWritable}),
			key('redo', 'U', 'redo what was undone last (asks first)', '', {isWritable}),
			key('plan-file', 'F', 'plan a file of notifications, and apply it'),
			key('history', 'H', 'activity: pending changes, and the history'),
			key('requests', 'R', 'the last requests of this run'),
			key('profiles', 'P', 'profiles: open another account'),
			key('pending', '!', 'pending changes, and what each waits for'),
			key('refresh', 'r', 'refresh; + and - stay until esc', 'refresh'),
			key('watch', 'w', 'watch: refresh every 5 s, 30 s, 5 min, or never'),
			...scrollKeys,
			key('enter-key', 'K', 'change the API key'),
			key('quit', 'q', 'quit', 'quit'),
		],
	},
	// The keys of the screen of one notification.
	detail: {
		title: 'notification',
		rows: [
			...scrollKeys,
			key('raw', 'J', 'raw JSON, or the fields again', 'raw JSON'),
			editKey,
			...recordKeys,
			key('delete', 'd delete', 'delete (asks first)', 'delete', changeGuards, danger),
			backKey,
		],
	},
	// The keys of the form, of its channel picker and of the review before it is sent.
	form: {
		title: 'form',
		isText: true,
		rows: [
			key('next-issue', 'alt+e', 'go to the next error', 'next error', {
				hasOtherErrors: 'No other field has an error.',
			}),
			key('use-stored', 'alt+r', 'discard an unsent draft: start again', 'discard draft', {
				isResumed: 'There is no unsent draft here.',
			}),
			key('review', 'ctrl+s', 'review, then send', 'review'),
			key('accept', 'enter', 'accept, then the next field; in the last, review', 'next'),
			key('back', 'esc', 'give the old value back, or leave (saves the draft)', 'back'),
			key('next', 'tab', 'accept the suggestion and go to the next field'),
			key('previous', 'shift+tab', 'previous field'),
			key('down', 'down', 'next suggestion, line or field'),
			key('up', 'up', 'previous suggestion, line or field'),
			...messageKeys,
			key('add-filter', 'ctrl+n', 'add a filter', 'add filter'),
			key('try', 'ctrl+t', 'try the filters on a sample event', 'try filters', {
				hasFilters: 'There are no complete filters to try.',
			}),
			key('editor', 'ctrl+o', 'edit the template in your editor'),
			key('drafts', 'alt+d', 'continue a draft, in an untouched form'),
			key('undo', 'ctrl+/ ctrl+_', 'undo the last change of the form', '', {hasHistory: 'Nothing to undo.'}),
			key('accept-issue', 'ctrl+r', 'use it anyway, or leave out what was refused', 'use anyway', {
				canOverride: 'Nothing to override here.',
			}),
		],
	},
	picker: {
		title: 'channel picker',
		rows: [
			key('accept', 'enter', 'choose the channel; so does its letter', 'choose'),
			key('up', 'up k', 'previous channel'),
			key('down', 'down j', 'next channel'),
			key('back', 'esc', 'cancel', 'cancel'),
		],
	},
	review: {
		title: 'review',
		rows: [
			key('send', 'y ctrl+s', 'send it; in spite of a duplicate only y', 'send', {isIdle, isWritable}, confirms),
			key('back', 'esc n', 'cancel; while it is sent: stop waiting', 'cancel', {}, {busyHint: 'stop waiting'}),
			key('json', 'J', 'show the JSON and the commands, or hide them', 'JSON'),
			key('copy', 'c', 'copy: the body as JSON or YAML, the commands', 'copy'),
			copyCommandKey,
			...scrollKeys,
		],
	},
	// The keys of a bulk edit: its fields, the distinct values of one, the notifications, and the review.
	'bulk-edit': {
		title: 'bulk edit',
		isText: true,
		rows: [
			key('accept', 'enter', 'list the distinct values; of a changed field: review', '', {hasEffect}),
			key('review', 'ctrl+s', 'review, then edit them', 'review', {hasEffect}),
			key('next', 'tab down', 'next field; after the last: the notifications', 'next'),
			key('previous', 'shift+tab up', 'previous field; before the first: the notifications'),
			key('leave-out-invalid', 'ctrl+x', 'leave out the invalid ones', 'leave out invalid', {hasInvalid}),
			key('accept-issue', 'ctrl+r', 'send it although a check of chainbell fails', 'use anyway', {canOverride}),
			unprotectKey,
			key('next-issue', 'alt+e', 'go to the next invalid notification', '', {hasInvalid}),
			key('editor', 'ctrl+o', 'edit them as YAML in $EDITOR', '$EDITOR', {hasEffect}),
			key('page-up', 'pgup', 'scroll the notifications up'),
			key('page-down', 'pgdn', 'scroll the notifications down'),
			key('back', 'esc', 'give the old value back, or leave', 'back'),
		],
	},
	'bulk-values': {
		title: 'bulk edit: distinct values',
		isText: true,
		rows: [
			key('accept', 'enter', 'back to the fields', 'done'),
			key('up', 'up shift+tab', 'previous value'),
			key('down', 'down tab', 'next value', 'next value'),
			...textPageKeys,
			key('back', 'esc', 'give the old value back, or go back to the fields', 'back'),
		],
	},
	'bulk-rows': {
		title: 'bulk edit: notifications',
		rows: [
			key('accept', 'enter ctrl+s', 'review, then edit them', 'review', {hasEffect}),
			key('leave-out', 'space', 'leave the notification out, or take it in again', 'leave out'),
			key('leave-out-invalid', 'x ctrl+x', 'leave out the invalid ones', 'leave out invalid', {hasInvalid}),
			key('accept-issue', 'ctrl+r', 'send it although a check of chainbell fails', 'use anyway', {canOverride}),
			unprotectKey,
			key('next-issue', 'n alt+e', 'go to the next invalid notification', '', {hasInvalid}),
			key('editor', 'E ctrl+o', 'edit them as YAML in $EDITOR', '$EDITOR', {hasEffect}),
			key('next', 'tab', 'to the first field', 'fields'),
			key('previous', 'shift+tab', 'to the last field'),
			...scrollKeys,
			key('back', 'esc', 'back to the fields', 'back'),
		],
	},
	// The keys of the plan of a file, or of another account: the path, the mistakes, the changes and the review.
	'plan-file': {
		title: 'plan a file',
		isText: true,
		rows: [
			key('accept', 'enter', 'read the file, and plan it', 'plan'),
			key('complete', 'tab', 'complete the path', 'complete'),
			key('up', 'up', 'previous path below'),
			key('down', 'down', 'next path below'),
			cancelKey,
		],
	},
	'file-reading': {
		title: 'plan: reading and listing',
		rows: [
			key('refresh', 'r', 'refresh: list both accounts', 'refresh', {
				isIdle: 'The account is being listed. {file-reading back} stops.',
			}),
			key('back', 'esc', 'stop; nothing is sent', 'back', {}, {busyHint: 'stop'}),
		],
	},
	'file-mistakes': {
		title: 'plan: mistakes',
		rows: [
			key('editor', 'E ctrl+o', 'open the file at the mistake in $EDITOR', '$EDITOR', {hasFile}),
			key('refresh', 'r', 'refresh: read the files', 'refresh'),
			...scrollKeys,
			key('back', 'esc', 'back', 'back'),
		],
	},
	'file-plan': {
		title: 'plan',
		rows: [
			key('accept', 'enter ctrl+s', 'review, then make the changes', 'review', {
				isWritable,
				hasChanges: 'There is nothing to change.',
				isExpected: 'The plan deletes more than expected.',
			}),
			key('leave-out', 'space', 'leave the change out, or take it in again', 'leave out', {
				hasChange: 'This row changes nothing.',
			}),
			key('prune', 'p', 'prune: delete what is in no file, or keep it', 'prune', {
				canPrune: 'Nothing is deleted here: chainbell apply --from PROFILE --prune does that, with a query.',
			}),
			key('allow-deletes', 'm', 'allow as many deletions as the plan has', 'allow deletions', {
				hasTooMany: 'The plan does not delete more than expected.',
			}),
			unprotectKey,
			key('replace-unknown', 't', 'replace unknown templates and topics, or keep them', '', {
				hasUnknown: 'No template or topics are unknown here.',
			}),
			key('fold', 'left h', 'hide what is in no file', '', {hasUnmanaged: 'Nothing else in the scope is in no file.'}),
			key('unfold', 'right l', 'show what is in no file', '', {
				hasUnmanaged: 'Nothing else in the scope is in no file.',
			}),
			key('editor', 'E ctrl+o', 'open the file at the line in $EDITOR', '$EDITOR', {hasFile}),
			key('undo', 'u', 'undo what was copied to the other account here', 'undo', {
				hasCopied: 'There is no copy to undo on this screen.',
			}),
			key('refresh', 'r', 'refresh: read and list', 'refresh'),
			...scrollKeys,
			key('back', 'esc', 'back', 'back'),
		],
	},
	// The keys of the activity and of one change.
	activity: {
		title: 'activity',
		rows: [
			...endingKeys,
			key('open', 'enter', 'open the change: its requests, and what it changed', 'open', {hasRow}),
			key('search', '/', 'search: changes that contain all words', 'search'),
			key('undo', 'u', 'undo the change, or redo what it undid (asks first)', 'undo', {hasRow, hasDone, isWritable}),
			key('refresh', 'r', 'refresh: list, and settle what the listing decides', 'refresh'),
			...scrollKeys,
			key('back', 'esc q', 'back; what is pending stays pending', 'back'),
		],
	},
	change: {
		title: 'change',
		rows: [
			key('retry', 'r', 'retry what failed, then the rest (asks first)', 'retry failed', {
				hasFailed: 'No item has failed.',
				isIdle,
				isWritable,
			}),
			key('omit', 'o', 'retry without what the service refused', 'retry without', {hasRefused, isWritable}),
			...endingKeys,
			key('open', 'enter', 'open the item: its requests, and the whole reason', 'open', {hasRow}),
			key('undo', 'u', 'undo the change, or redo what it undid (asks first)', 'undo', {isIdle, hasDone, isWritable}),
			...scrollKeys,
			key('back', 'esc q', 'back; while it is looked for: stop waiting', 'back', {}, {busyHint: 'stop waiting'}),
		],
	},
	// The keys of the search, which the history has as well, and of the sort line and the group line of the list.
	search: {
		title: 'search',
		isText: true,
		rows: [
			...textLineKeys,
			key('accept', 'enter', 'keep the search', 'keep'),
			key('back', 'esc', 'clear the search', 'clear'),
			key('complete', 'tab', 'complete the field with its first value', 'complete', {
				hasValue: 'There is no value to complete.',
			}),
		],
	},
	sort: {
		title: 'sort',
		rows: [
			...choiceKeys(sortLetters()),
			key('by-none', '-', 'in the order of the service', 'service order'),
			key('again', 's', 'reverse the order', 'reverse', {isSorted: 'Nothing is sorted yet: choose a column.'}),
		],
	},
	group: {
		title: 'group',
		rows: [
			...choiceKeys(groupLetters()),
			key('by-none', '-', 'no groups'),
			key('again', 'b', 'no groups', 'no groups'),
		],
	},
	// The keys of the last requests, and of one of them.
	requests: {
		title: 'requests',
		rows: [
			key('open', 'enter', 'open the request', 'open', {hasRow}),
			key('refresh', 'r', 'refresh', 'refresh'),
			...scrollKeys,
			backKey,
		],
	},
	request: {
		title: 'request',
		rows: [key('copy', 'y', 'copy the request as a curl command', 'copy as curl'), ...scrollKeys, backKey],
	},
	// The keys of the view that tries the filters on a sample event, and of the name of its file.
	try: {
		title: 'try filters',
		rows: [
			key('file', 'f', 'open a sample file; or paste a sample', 'open sample'),
			key('back', 'esc q', 'back to the form', 'back'),
			...scrollKeys,
		],
	},
	file: {
		title: 'sample file',
		isText: true,
		rows: [key('accept', 'enter', 'open the file', 'open'), cancelKey],
	},
	// The keys of a question about one notification: before it is deleted, before a change is undone or ended, before one change of a plan or of a bulk edit.
	question: {
		title: 'question',
		rows: [
			key(
				'confirm',
				'y',
				'confirm: do what the question says',
				'confirm',
				{isIdle, isAwaitingConfirmation: 'Nothing to confirm here.', isWritable},
				deletes,
			),
			key(
				'back',
				'esc n q',
				'cancel; while it is sent: stop waiting',
				'back',
				{},
				{askedHint: 'cancel', busyHint: 'stop waiting'},
			),
			key('edit', 'e', 'undo: change what is created again, in the form', 'edit first', {
				isIdle,
				canEditFirst: 'Only what is created again can be changed before.',
				isWritable,
			}),
			key('omit', 'o', 'undo: leave out what the service refused', 'leave out', {isIdle, hasRefused, isWritable}),
			unprotectKey,
			key('json', 'J', 'show the JSON, or hide it', '', {hasJson}),
			key('copy', 'c', 'copy: JSON, YAML, curl, the command', 'copy', {hasJson}),
			copyCommandKey,
			...scrollKeys,
		],
	},
	// The keys of the duplicates.
	duplicates: {
		title: 'duplicates',
		rows: [
			key('delete', 'd delete', 'delete the marked (asks first)', 'delete marked', {hasMarks, isWritable}, danger),
			key('mark-all', 'a', 'mark all but the oldest of each group, or unmark', 'mark all', {
				hasRow,
				isCurrent,
			}),
			key('mark', 'space', 'mark the row; of a group all but the oldest', 'mark', {hasRow, isCurrent}),
			key('open', 'enter', 'open the notification', 'open', {hasRow}),
			key('copy', 'y', 'copy: the ID, the address, JSON, curl …', '', {hasRow}),
			key('refresh', 'r', 'refresh: list, and look for duplicates', 'refresh'),
			...scrollKeys,
			backKey,
		],
	},
	// The keys of a question about several, which is answered with their number.
	bulk: {
		title: 'question about several',
		rows: [
			key('accept', 'enter', 'confirm: do it, once the number is typed', 'confirm', {isWritable}, confirms),
			unprotectKey,
			...textScrollKeys,
			cancelKey,
			copyCommandKey,
		],
	},
	// The keys of the question before a protected notification is deleted or replaced, and one that may be somebody else's.
	protected: {
		title: 'question answered with a name',
		isText: true,
		rows: [
			key('accept', 'enter', 'continue, once the name or the ID is typed', 'continue', {}, confirms),
			cancelKey,
			...textScrollKeys,
		],
	},
	// The keys of a change of several: running and paused.
	'bulk-run': {title: 'change of several', rows: [key('back', 'esc', 'pause', 'pause')]},
	'bulk-checking': {
		title: 'change of several, sent',
		rows: [key('back', 'esc', 'stop waiting; what is not confirmed yet stays pending', 'stop waiting')],
	},
	'bulk-stopping': {
		title: 'change of several, stopping',
		rows: [key('back', 'esc', 'nothing: it stops by itself')],
	},
	'bulk-paused': {
		title: 'change of several, paused',
		rows: [
			key('finish', 'f', 'continue', 'continue'),
			key('stop', 's', 'stop; continue later from the pending changes', 'stop'),
			key('back', 'esc', 'stop'),
		],
	},
	// The keys of the profiles.
	profiles: {
		title: 'profiles',
		rows: [
			key('open', 'enter', 'open the account of the profile', 'open', {hasRow}),
			key('add', 'n', 'add a profile: connect, and save it', 'add'),
			key('copy-to', 'c', 'plan a copy of the open account to this one', 'copy to', {
				hasRow,
				canBeChanged: 'This profile is read-only: nothing can be copied to it.',
				isOther: 'This profile is open. Go to the one to copy to, and press {profiles copy-to}.',
			}),
			key('make-default', 's', 'make the profile the default', 'set default', {hasRow}),
			key('remove', 'x d delete', 'remove the profile from config.yaml (asks first)', 'remove', {hasRow}, danger),
			...scrollKeys,
			backKey,
		],
	},
	// The keys of the screen that asks for a base URL and an API key.
	connect: {
		title: 'connect',
		isText: true,
		rows: [
			key('next', 'tab down', 'next field', 'next'),
			key('previous', 'shift+tab up', 'previous field'),
			key('accept', 'enter', 'next field; on the last, check and connect'),
			key('check', 'ctrl+s', 'check and connect', 'connect'),
			key('sandbox', 'ctrl+t', 'use the sandbox instead', 'sandbox'),
			key('back', 'esc', 'back; while it checks: cancel', 'back', {canLeave: 'Press {everywhere exit} to quit.'}),
		],
	},
	// The keys of the screen that asks for another API key.
	key: {
		title: 'API key',
		isText: true,
		rows: [
			key('accept', 'enter', 'check the key; with none typed, run the key command', 'continue'),
			key('back', 'esc', 'back without another key; cancels a check', 'back'),
			...messageKeys,
		],
	},
	// The keys of the question whether a new API key belongs to the same account.
	account: {
		title: 'account',
		rows: [
			key('same', 'y', 'the same account: keep its history', 'same account', {}, deletes),
			key('another', 'n', 'another account', 'another account', {}, confirms),
			key('back', 'esc', 'decide later', 'decide later'),
			...scrollKeys,
		],
	},
	// The keys of the copy menu.
	copy: {
		title: 'copy',
		rows: [
			key('copy-id', 'i', 'copy the ID'),
			key('copy-address', 'a', 'copy the address'),
			key('copy-recipient', 'r', 'copy the recipient'),
			key('copy-user', 'u', 'copy the user'),
			key('copy-name', 'n', 'copy the name'),
			key('copy-json', 'J', 'copy the JSON'),
			key('copy-body', 'b', 'copy the body as JSON'),
			key('copy-yaml', 'y', 'copy the body as YAML'),
			key('copy-curl', 'c', 'copy the curl command that creates it'),
			key('copy-command', 'C', 'copy the chainbell command that creates it'),
			key('copy-link', 'l', 'copy the link to the block explorer'),
			key('accept', 'enter', 'copy what is under the cursor', 'copy'),
			...lineKeys,
			key('back', 'esc q', 'cancel', 'cancel'),
		],
	},
	// The keys of the palette.
	palette: {
		title: 'palette',
		isText: true,
		rows: [key('accept', 'enter', 'run the command', 'run'), ...textScrollKeys, cancelKey],
	},
	// The keys of the help.
	help: {
		title: 'help',
		isText: true,
		rows: [
			key('up', 'up', 'scroll up'),
			key('down', 'down', 'scroll down', 'scroll'),
			...textPageKeys,
			key('back', 'esc', 'back', 'back'),
		],
	},
} as const satisfies KeyScopes;

type Scopes = typeof scopes;

export type Scope = keyof Scopes;

type RowOf<S extends Scope> = Scopes[S]['rows'][number];

/** An action in the bindings of a scope. */
export type ActionOf<S extends Scope> = RowOf<S>['action'];

export type Action = ActionOf<Scope>;

/** An action that the program handles on every screen. A screen may override it. */
export type CommonAction = ActionOf<'everywhere'>;

/** A guard in the bindings of a scope. */
export type GuardOf<S extends Scope> = NameIn<RowOf<S>['guards']>;

type NameIn<G> = G extends unknown ? keyof G : never;

export type Guard = GuardOf<Scope>;

/** A row of the table. */
export type Binding = Omit<KeyRow, 'action'> & {readonly scope: Scope; readonly action: Action};

/** The table of all keys of the program. Keys are matched with it, and the footer, the help screen and the table in docs/keys.md are made from it. */
export const bindings: readonly Binding[] = (Object.keys(scopes) as Scope[]).flatMap(scope =>
	scopes[scope].rows.map(row => ({scope, ...row})),
);

/** Whether single characters are typed as text in a scope. */
export const isTextScope = (scope: Scope): boolean => 'isText' in scopes[scope];
