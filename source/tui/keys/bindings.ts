import {channels} from '../../domain/channels.ts';
import {groupLetters, sortLetters, type FieldName} from '../../domain/fields.ts';

type ScopeRow = {
	/** The name of the scope in the help and in README's key table, and of its screen in the header. */
	readonly title: string;
	/** Single characters are text. */
	readonly isText?: true;
};

/** Every scope, in the order of the help. A scope is a screen or a mode of one; one scope is live at a time, besides `everywhere`. */
export const scopes = {
	everywhere: {title: 'everywhere'},
	list: {title: 'list'},
	detail: {title: 'notification'},
	form: {title: 'form', isText: true},
	picker: {title: 'channel picker'},
	review: {title: 'review'},
	drafts: {title: 'drafts'},
	history: {title: 'history'},
	search: {title: 'search', isText: true},
	sort: {title: 'sort'},
	group: {title: 'group'},
	recovery: {title: 'pending changes'},
	try: {title: 'try filters'},
	file: {title: 'sample file', isText: true},
	delete: {title: 'delete'},
	bulk: {title: 'bulk delete', isText: true},
	'bulk-restore': {title: 'bulk restore'},
	'bulk-run': {title: 'bulk operation'},
	'bulk-paused': {title: 'bulk operation, paused'},
	'bulk-end': {title: 'bulk result'},
	connect: {title: 'connect', isText: true},
	key: {title: 'API key', isText: true},
	account: {title: 'account'},
	help: {title: 'help'},
} as const satisfies Readonly<Record<string, ScopeRow>>;

export type Scope = keyof typeof scopes;

/** Whether single characters are text in a scope. */
export const isTextScope = (scope: Scope): boolean => 'isText' in scopes[scope];

/** A condition that a binding needs. The screen of the binding's scope says whether it holds. */
export type Guard =
	| 'hasRow' | 'isReadable' | 'isListed' | 'hasTarget' | 'hasGroup' | 'hasMarks' | 'isWritable' | 'canOverride' | 'isRestorable'
	| 'isOnFilter' | 'hasFilters' | 'hasOtherErrors' | 'hasHistory' | 'isResumed'
	| 'isAwaitingConfirmation' | 'needsNoConfirmation' | 'isKeyRefused' | 'hasFailed' | 'hasRemaining' | 'hasPending' | 'canSendAgain' | 'canDrop' | 'hasWarning';

/** The notice shown when a key is pressed whose guard does not hold. */
export const guardNotices: Readonly<Record<Guard, string>> = {
	isListed: 'This notification no longer exists. Press c to create a copy.',
	hasRow: 'Nothing to act on here.',
	isReadable: 'There is no notification here that chainbell can read.',
	hasTarget: 'Nothing is marked, and this row cannot be deleted.',
	hasGroup: 'The list is not grouped. Press b to group it.',
	hasMarks: 'Nothing is marked.',
	isRestorable: 'This deletion cannot be undone.',
	hasPending: 'No change is pending.',
	canSendAgain: 'Only a create or an edit whose POST has no known outcome can be sent again.',
	canDrop: 'Press f to continue the bulk operation, or b to skip the rest.',
	isWritable: 'This profile is read-only.',
	isOnFilter: 'The cursor is not on a filter.',
	hasFilters: 'There are no filters to try.',
	hasHistory: 'Nothing to undo.',
	isResumed: 'These are the stored values, or there are none.',
	hasOtherErrors: 'No other field has an error.',
	isAwaitingConfirmation: 'Nothing to confirm here.',
	needsNoConfirmation: 'A duplicate exists or may exist. Press y to send anyway.',
	isKeyRefused: 'Press K in the list to change the API key.',
	hasFailed: 'No item has failed.',
	hasRemaining: 'No items remain.',
	canOverride: 'Nothing to override here.',
	hasWarning: 'There is no warning to acknowledge.',
};

export type Binding = {
	readonly scope: Scope;
	readonly action: Action;
	/** As `toKeyPress` names them. The first is shown in the footer. */
	readonly keys: readonly string[];
	readonly label: string;
	/** For the footer. Without it the key is shown in the help only. */
	readonly hint?: string;
	readonly guards?: readonly Guard[];
	/** It deletes or discards something once it is confirmed. */
	readonly isDangerous?: true;
	/** It answers a question, or discards something at once: only a key pressed on its own does that, after the question could be read (use-confirmation.ts). */
	readonly confirms?: true;
};

/** The keys that move in a list or a text, the same everywhere. */
const scrolling = <S extends Scope>(scope: S) => [
	{scope, action: 'up', keys: ['up', 'k'], label: 'up'},
	{scope, action: 'down', keys: ['down', 'j'], label: 'down'},
	{scope, action: 'page-up', keys: ['pgup', 'ctrl+u'], label: 'page up'},
	{scope, action: 'page-down', keys: ['pgdn', 'ctrl+d'], label: 'page down'},
	{scope, action: 'first', keys: ['g', 'home'], label: 'first'},
	{scope, action: 'last', keys: ['G', 'end'], label: 'last'},
] as const;

/** The keys that open a form on a notification, the same in the list and in its details. */
const changing = <S extends Scope>(scope: S) => [
	{scope, action: 'edit', keys: ['e'], label: 'edit (creates a new notification, then deletes the old one)', hint: 'edit', guards: ['isReadable', 'isListed', 'isWritable']},
	{scope, action: 'clone', keys: ['c'], label: 'clone: open a copy as a new notification', hint: 'clone', guards: ['isReadable', 'isWritable']},
] as const;

/** The keys that choose one of several fields on a line: a letter each, or the arrows and enter. */
const choosing = <S extends Scope, F extends FieldName>(scope: S, letters: Readonly<Record<F, string>>) => [
	...(Object.entries(letters) as Array<[F, string]>).map(([field, letter]) => ({scope, action: `by-${field}` as const, keys: [letter], label: `by ${field}`})),
	{scope, action: 'left', keys: ['left', 'h', 'shift+tab'], label: 'previous'},
	{scope, action: 'right', keys: ['right', 'l', 'tab'], label: 'next'},
	{scope, action: 'accept', keys: ['enter', 'space'], label: 'choose', hint: 'choose'},
	{scope, action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
] as const;

/**
Every key of the program: what is matched, and what the footer, the help screen and README's table show.

A scope in which text is typed leaves single characters to the text.
*/
export const bindings = [
	{scope: 'everywhere', action: 'help', keys: ['?', 'ctrl+g'], label: 'help', hint: 'help'},
	{scope: 'everywhere', action: 'back', keys: ['esc'], label: 'back, cancel or clear'},
	{scope: 'everywhere', action: 'exit', keys: ['ctrl+c'], label: 'quit'},
	{scope: 'everywhere', action: 'suspend', keys: ['ctrl+z'], label: 'suspend'},
	{scope: 'everywhere', action: 'redraw', keys: ['ctrl+l'], label: 'redraw'},
	{scope: 'everywhere', action: 'acknowledge', keys: ['ctrl+q'], label: 'acknowledge the warning above the footer', hint: 'acknowledge', guards: ['hasWarning']},
	{scope: 'everywhere', action: 'enter-key', keys: ['K', 'ctrl+p'], label: 'another API key, after the one in use was refused', hint: 'another API key', guards: ['isKeyRefused']},

	{scope: 'list', action: 'open', keys: ['enter'], label: 'open; fold or unfold a group', hint: 'open', guards: ['hasRow']},
	{scope: 'list', action: 'new', keys: ['n'], label: 'new notification', hint: 'new', guards: ['isWritable']},
	{
		scope: 'list', action: 'delete', keys: ['d'], label: 'delete the marked notifications, or the one under the cursor (asks first)', hint: 'delete',
		guards: ['hasTarget', 'isWritable'], isDangerous: true,
	},
	...changing('list'),
	{scope: 'list', action: 'search', keys: ['/'], label: 'search: words, -word, "two words", channel:email, user:=42 …', hint: 'search'},
	{scope: 'list', action: 'mark', keys: ['space'], label: 'mark or unmark the row, the whole group or the range', hint: 'mark', guards: ['hasRow']},
	{scope: 'list', action: 'range', keys: ['V'], label: 'start a range of marks, or mark it; esc drops it', guards: ['hasRow']},
	{scope: 'list', action: 'mark-all', keys: ['a'], label: 'mark all rows shown, or unmark them', guards: ['hasRow']},
	{scope: 'list', action: 'invert', keys: ['i'], label: 'invert the marks of all rows shown', guards: ['hasRow']},
	{scope: 'list', action: 'unmark-all', keys: ['A'], label: 'unmark all, including rows hidden by the search', guards: ['hasMarks']},
	{scope: 'list', action: 'sort', keys: ['s'], label: 'sort', hint: 'sort'},
	{scope: 'list', action: 'group', keys: ['b'], label: 'group by', hint: 'group'},
	{scope: 'list', action: 'fold', keys: ['left', 'h'], label: 'fold the group', guards: ['hasGroup']},
	{scope: 'list', action: 'unfold', keys: ['right', 'l'], label: 'unfold the group', guards: ['hasGroup']},
	{scope: 'list', action: 'fold-all', keys: ['z'], label: 'fold all groups, or unfold all', guards: ['hasGroup']},
	{scope: 'list', action: 'undo', keys: ['u'], label: 'undo the last deletion (recreates what was deleted)', guards: ['isWritable']},
	{scope: 'list', action: 'history', keys: ['H'], label: 'history of changes made from this machine; pending changes come first'},
	{scope: 'list', action: 'pending', keys: ['!'], label: 'pending changes: what was sent, what is awaited, and until when', guards: ['hasPending']},
	{scope: 'list', action: 'refresh', keys: ['r'], label: 'refresh; later changes are marked', hint: 'refresh'},
	{scope: 'list', action: 'watch', keys: ['w'], label: 'watch: refresh every 5 s, 30 s, 5 min, or never'},
	...scrolling('list'),
	{scope: 'list', action: 'enter-key', keys: ['K'], label: 'change the API key'},
	{scope: 'list', action: 'quit', keys: ['q'], label: 'quit', hint: 'quit'},

	...scrolling('detail'),
	{scope: 'detail', action: 'raw', keys: ['J'], label: 'raw JSON, or the fields again', hint: 'raw JSON'},
	...changing('detail'),
	{scope: 'detail', action: 'delete', keys: ['d'], label: 'delete (asks first)', hint: 'delete', guards: ['isReadable', 'isListed', 'isWritable'], isDangerous: true},
	{scope: 'detail', action: 'back', keys: ['q'], label: 'back'},

	{scope: 'form', action: 'next-issue', keys: ['alt+e'], label: 'go to the next error', hint: 'next error', guards: ['hasOtherErrors']},
	{scope: 'form', action: 'use-stored', keys: ['alt+r'], label: 'in an unsent edit: start again from the stored values', hint: 'stored values', guards: ['isResumed']},
	{scope: 'form', action: 'review', keys: ['ctrl+s'], label: 'review, then send', hint: 'review'},
	{scope: 'form', action: 'accept', keys: ['enter'], label: 'accept the suggestion and go to the next incomplete field; in the last field, review', hint: 'next'},
	{scope: 'form', action: 'next', keys: ['tab'], label: 'accept the suggestion and go to the next field'},
	{scope: 'form', action: 'previous', keys: ['shift+tab'], label: 'previous field'},
	{scope: 'form', action: 'down', keys: ['down'], label: 'next suggestion, line or field'},
	{scope: 'form', action: 'up', keys: ['up'], label: 'previous suggestion, line or field'},
	{scope: 'form', action: 'page-up', keys: ['pgup'], label: 'scroll the messages up'},
	{scope: 'form', action: 'page-down', keys: ['pgdn'], label: 'scroll the messages down'},
	{scope: 'form', action: 'add-filter', keys: ['ctrl+n'], label: 'add a filter', hint: 'add filter'},
	{scope: 'form', action: 'remove-filter', keys: ['ctrl+x'], label: 'remove the filter', hint: 'remove filter', guards: ['isOnFilter']},
	{scope: 'form', action: 'copy-filter', keys: ['alt+n'], label: 'duplicate the filter', guards: ['isOnFilter']},
	{scope: 'form', action: 'filter-up', keys: ['alt+up'], label: 'move the filter up', guards: ['isOnFilter']},
	{scope: 'form', action: 'filter-down', keys: ['alt+down'], label: 'move the filter down', guards: ['isOnFilter']},
	{scope: 'form', action: 'try', keys: ['ctrl+t'], label: 'try the filters on a sample event', hint: 'try filters', guards: ['hasFilters']},
	{scope: 'form', action: 'editor', keys: ['ctrl+o'], label: 'edit the template in your editor'},
	{scope: 'form', action: 'undo', keys: ['ctrl+/', 'ctrl+_'], label: 'undo the last change of the form', guards: ['hasHistory']},
	{scope: 'form', action: 'back', keys: ['esc'], label: 'give the replaced value back, close the suggestions, or leave the form (the draft is saved)'},
	{scope: 'form', action: 'accept-issue', keys: ['ctrl+r'], label: 'use it anyway: a wrong checksum, an odd recipient of an edit or undo, an unknown template', hint: 'use anyway', guards: ['canOverride']},

	{scope: 'picker', action: 'back', keys: ['esc'], label: 'cancel; up, down or its letter, and enter, choose a channel', hint: 'cancel'},

	{scope: 'review', action: 'send', keys: ['ctrl+s'], label: 'send', hint: 'send', guards: ['needsNoConfirmation']},
	{scope: 'review', action: 'send-anyway', keys: ['y'], label: 'send although a duplicate exists or may exist', hint: 'send anyway', guards: ['isAwaitingConfirmation'], confirms: true},
	{scope: 'review', action: 'back', keys: ['esc'], label: 'back to the form', hint: 'back'},
	...scrolling('review'),

	{scope: 'drafts', action: 'open', keys: ['enter'], label: 'resume the draft', hint: 'resume', guards: ['hasRow', 'isWritable']},
	{scope: 'drafts', action: 'new', keys: ['n'], label: 'new notification', hint: 'new', guards: ['isWritable']},
	{scope: 'drafts', action: 'discard', keys: ['d'], label: 'discard the draft (asks first)', hint: 'discard', guards: ['hasRow'], isDangerous: true},
	{scope: 'drafts', action: 'confirm', keys: ['y'], label: 'confirm that the draft is discarded', guards: ['isAwaitingConfirmation'], isDangerous: true, confirms: true},
	...scrolling('drafts'),
	{scope: 'drafts', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},

	{scope: 'history', action: 'search', keys: ['/'], label: 'search: entries that contain all words', hint: 'search'},
	{scope: 'history', action: 'undo', keys: ['u'], label: 'undo the deletion (recreates the notification)', hint: 'undo', guards: ['isRestorable', 'isWritable']},
	...scrolling('history'),
	{scope: 'history', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},

	{scope: 'search', action: 'up', keys: ['up'], label: 'up'},
	{scope: 'search', action: 'down', keys: ['down'], label: 'down'},
	{scope: 'search', action: 'accept', keys: ['enter'], label: 'keep the search', hint: 'keep'},
	{scope: 'search', action: 'back', keys: ['esc'], label: 'clear the search', hint: 'clear'},

	...choosing('sort', sortLetters()),
	{scope: 'sort', action: 'by-none', keys: ['-'], label: 'in the order of the service', hint: 'service order'},
	{scope: 'sort', action: 'again', keys: ['s'], label: 'reverse the order', hint: 'reverse'},

	...choosing('group', groupLetters()),
	{scope: 'group', action: 'by-none', keys: ['-'], label: 'no groups'},
	{scope: 'group', action: 'again', keys: ['b'], label: 'no groups', hint: 'no groups'},

	{scope: 'recovery', action: 'finish', keys: ['f'], label: 'finish the change (a bulk delete asks first)', hint: 'finish', guards: ['hasRow', 'isWritable']},
	{scope: 'recovery', action: 'refresh', keys: ['r'], label: 'look again: list, and settle what the listing decides', hint: 'look again'},
	{scope: 'recovery', action: 'send-again', keys: ['s'], label: 'send the create again although the first may still take effect (asks first)', hint: 'send again', guards: ['hasRow', 'canSendAgain', 'isWritable']},
	{scope: 'recovery', action: 'drop', keys: ['x'], label: 'stop following the change (asks first)', hint: 'drop', guards: ['hasRow', 'canDrop', 'isWritable']},
	{scope: 'recovery', action: 'confirm', keys: ['y'], label: 'confirm what is asked: continue a bulk delete, send again, drop', guards: ['isAwaitingConfirmation', 'isWritable'], isDangerous: true, confirms: true},
	{
		scope: 'recovery', action: 'roll-back', keys: ['b'], label: 'roll the change back; of a bulk operation, skip the rest', hint: 'roll back or skip',
		guards: ['hasRow', 'isWritable'], isDangerous: true, confirms: true,
	},
	...scrolling('recovery'),
	{scope: 'recovery', action: 'history', keys: ['H'], label: 'history of changes made from this machine', hint: 'history'},
	{scope: 'recovery', action: 'back', keys: ['esc', 'q'], label: 'back; the change stays pending', hint: 'back'},

	{scope: 'try', action: 'file', keys: ['f'], label: 'open a sample file; or paste a sample', hint: 'open sample'},
	{scope: 'try', action: 'back', keys: ['esc', 'q'], label: 'back to the form', hint: 'back'},
	...scrolling('try'),

	{scope: 'file', action: 'accept', keys: ['enter'], label: 'open the file', hint: 'open'},
	{scope: 'file', action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},

	{scope: 'delete', action: 'confirm', keys: ['y'], label: 'delete', hint: 'delete', isDangerous: true, confirms: true},
	{scope: 'delete', action: 'back', keys: ['esc', 'n', 'q'], label: 'cancel', hint: 'cancel'},
	...scrolling('delete'),

	{scope: 'bulk', action: 'accept', keys: ['enter'], label: 'delete, once the number is typed', hint: 'delete', guards: ['isWritable'], confirms: true},
	{scope: 'bulk', action: 'up', keys: ['up'], label: 'up'},
	{scope: 'bulk', action: 'down', keys: ['down'], label: 'down'},
	{scope: 'bulk', action: 'page-up', keys: ['pgup'], label: 'page up'},
	{scope: 'bulk', action: 'page-down', keys: ['pgdn'], label: 'page down'},
	{scope: 'bulk', action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},

	{scope: 'bulk-restore', action: 'send', keys: ['y'], label: 'recreate the notifications', hint: 'recreate', guards: ['hasRemaining', 'isWritable'], confirms: true},
	{scope: 'bulk-restore', action: 'back', keys: ['esc', 'n', 'q'], label: 'cancel', hint: 'cancel'},

	{scope: 'bulk-run', action: 'back', keys: ['esc'], label: 'pause', hint: 'pause'},

	{scope: 'bulk-paused', action: 'finish', keys: ['f'], label: 'continue', hint: 'continue'},
	{scope: 'bulk-paused', action: 'stop', keys: ['s'], label: 'stop; the rest can be continued later from H', hint: 'stop'},
	{scope: 'bulk-paused', action: 'back', keys: ['esc'], label: 'continue'},

	{scope: 'bulk-end', action: 'retry', keys: ['r'], label: 'retry the failed items', hint: 'retry failed', guards: ['hasFailed', 'isWritable']},
	{scope: 'bulk-end', action: 'finish', keys: ['f'], label: 'continue with the rest', hint: 'continue', guards: ['hasRemaining', 'isWritable']},
	{scope: 'bulk-end', action: 'roll-back', keys: ['b'], label: 'skip the rest for good', hint: 'skip the rest', guards: ['hasRemaining', 'isWritable'], isDangerous: true, confirms: true},
	...scrolling('bulk-end'),
	{scope: 'bulk-end', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},

	{scope: 'connect', action: 'next', keys: ['tab', 'down'], label: 'next field', hint: 'next'},
	{scope: 'connect', action: 'previous', keys: ['shift+tab', 'up'], label: 'previous field'},
	{scope: 'connect', action: 'accept', keys: ['enter'], label: 'next field; on the last, check and connect'},
	{scope: 'connect', action: 'check', keys: ['ctrl+s'], label: 'check and connect', hint: 'connect'},
	{scope: 'connect', action: 'sandbox', keys: ['ctrl+t'], label: 'use the sandbox instead', hint: 'sandbox'},

	{scope: 'account', action: 'same', keys: ['y'], label: 'the same account: keep its history', hint: 'same account', isDangerous: true, confirms: true},
	{scope: 'account', action: 'another', keys: ['n'], label: 'another account', hint: 'another account', confirms: true},
	{scope: 'account', action: 'back', keys: ['esc'], label: 'decide later', hint: 'decide later'},

	{scope: 'key', action: 'accept', keys: ['enter'], label: 'check the key and continue', hint: 'continue'},
	{scope: 'key', action: 'back', keys: ['esc'], label: 'back, without another key; while one is checked, cancel', hint: 'back'},
	{scope: 'key', action: 'page-up', keys: ['pgup'], label: 'scroll the messages up'},
	{scope: 'key', action: 'page-down', keys: ['pgdn'], label: 'scroll the messages down'},

	{scope: 'help', action: 'up', keys: ['up', 'k'], label: 'scroll up'},
	{scope: 'help', action: 'down', keys: ['down', 'j'], label: 'scroll down', hint: 'scroll'},
	{scope: 'help', action: 'page-up', keys: ['pgup', 'ctrl+u'], label: 'page up'},
	{scope: 'help', action: 'page-down', keys: ['pgdn', 'ctrl+d', 'space'], label: 'page down'},
	{scope: 'help', action: 'back', keys: ['q'], label: 'back'},
] as const satisfies readonly BindingShape[];

/** The keys of a text field (shared/text-edit.ts), in addition to those of its scope. */
export const textKeys: ReadonlyArray<Pick<Binding, 'keys' | 'label'>> = [
	{keys: ['left', 'right', 'ctrl+b', 'ctrl+f'], label: 'previous, next character'},
	{keys: ['alt+b', 'alt+f', 'ctrl+left', 'ctrl+right'], label: 'previous, next word'},
	{keys: ['home', 'end', 'ctrl+a', 'ctrl+e'], label: 'start, end of the line'},
	{keys: ['backspace', 'delete', 'ctrl+d'], label: 'delete the previous, next character'},
	{keys: ['ctrl+w', 'alt+backspace', 'alt+d'], label: 'delete the previous, next word'},
	{keys: ['ctrl+u', 'ctrl+k'], label: 'delete to the start, end of the line'},
	{keys: ['ctrl+y'], label: 'insert the text that was deleted last'},
	{keys: ['ctrl+j', 'alt+enter'], label: 'new line, in the template'},
	{keys: [...channels.map(({letter}) => letter), 'space'], label: 'choose the channel, in its field; space lists them'},
];

type BindingShape = Omit<Binding, 'action'> & {readonly action: string};

type Row = (typeof bindings)[number];

export type Action = Row['action'];

/** The actions that the program handles for every screen. A screen may override them. */
export type CommonAction = ActionOf<'everywhere'>;

/** The actions that the bindings of a scope name. */
export type ActionOf<S extends Scope> = Extract<Row, {readonly scope: S}>['action'];

/** The guards that the bindings of a scope name. */
export type GuardOf<S extends Scope> = Extract<Row, {readonly scope: S; readonly guards: readonly Guard[]}>['guards'][number];

/** The guards that the program sets for every screen. */
export type CommonGuard = GuardOf<'everywhere'>;
