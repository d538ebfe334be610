import {channels} from '../../domain/channels.ts';
import {groupLetters, sortLetters, type FieldName} from '../../domain/fields.ts';

/** Where keys mean something. Exactly one scope is live at a time, beside `everywhere`. */
export type Scope =
	| 'everywhere' | 'list' | 'search' | 'sort' | 'group' | 'detail' | 'form' | 'picker' | 'review' | 'drafts' | 'history' | 'recovery' | 'try' | 'file' | 'delete'
	| 'bulk' | 'bulk-restore' | 'bulk-run' | 'bulk-paused' | 'bulk-end' | 'connect' | 'key' | 'help';

/** What must hold for a binding to be enabled. */
export type Need =
	| 'row' | 'record' | 'there' | 'target' | 'group' | 'marks' | 'writable' | 'filter' | 'filters' | 'override' | 'deletion' | 'asked' | 'unasked' | 'refused' | 'failed' | 'rest';

/** Said when a key is pressed whose need is not met. */
export const reasons: Readonly<Record<Need, string>> = {
	there: 'It is no longer there: c begins a new one like it.',
	row: 'There is nothing here.',
	record: 'There is no notification here that can be read.',
	target: 'Nothing is marked, and there is no notification here that can be read.',
	group: 'Nothing is grouped here: b groups.',
	marks: 'Nothing is marked.',
	deletion: 'This is no deletion that can be restored.',
	writable: 'This profile is read-only.',
	filter: 'The cursor is not on a filter.',
	filters: 'There are no filters to try.',
	asked: 'Nothing is asked here.',
	unasked: 'One like it is there, or may be: y sends it all the same.',
	refused: 'The service takes the key in use.',
	failed: 'Nothing has failed.',
	rest: 'Nothing is left to be done.',
	override: 'There is nothing here to take all the same.',
};

export type Binding = {
	readonly scope: Scope;
	readonly action: Action;
	/** As `toKeyPress` names them; the first is the one to advertise. */
	readonly keys: readonly string[];
	readonly label: string;
	/** A word for the footer; without one it stands only in the help. */
	readonly hint?: string;
	readonly needs?: readonly Need[];
	/** It leads to a loss if confirmed. */
	readonly isDangerous?: true;
};

/** The keys that move in a list or a text, the same everywhere. */
const scrolling = <S extends Scope>(scope: S) => [
	{scope, action: 'up', keys: ['up', 'k'], label: 'up'},
	{scope, action: 'down', keys: ['down', 'j'], label: 'down'},
	{scope, action: 'page-up', keys: ['pgup', 'ctrl+u'], label: 'a page up'},
	{scope, action: 'page-down', keys: ['pgdn', 'ctrl+d'], label: 'a page down'},
	{scope, action: 'first', keys: ['g', 'home'], label: 'to the first'},
	{scope, action: 'last', keys: ['G', 'end'], label: 'to the last'},
] as const;

/** The keys that choose one of several fields on a line: a letter each, or the arrows and enter. */
const choosing = <S extends Scope, F extends FieldName>(scope: S, letters: Readonly<Record<F, string>>) => [
	...(Object.entries(letters) as Array<[F, string]>).map(([field, letter]) => ({scope, action: `by-${field}` as const, keys: [letter], label: `by ${field}`})),
	{scope, action: 'left', keys: ['left', 'h', 'shift+tab'], label: 'the one before'},
	{scope, action: 'right', keys: ['right', 'l', 'tab'], label: 'the one after'},
	{scope, action: 'accept', keys: ['enter', 'space'], label: 'take it', hint: 'take it'},
	{scope, action: 'back', keys: ['esc'], label: 'leave it as it is', hint: 'leave it'},
] as const;

/**
Every key of the program: what is matched, and what the footer, the help screen and README's table show.

A scope in which text is typed (form, connect, key) leaves single characters to the text.
*/
export const bindings = [
	{scope: 'everywhere', action: 'help', keys: ['?', 'ctrl+g'], label: 'help', hint: 'help'},
	{scope: 'everywhere', action: 'back', keys: ['esc'], label: 'back, or clear'},
	{scope: 'everywhere', action: 'exit', keys: ['ctrl+c'], label: 'quit'},
	{scope: 'everywhere', action: 'suspend', keys: ['ctrl+z'], label: 'suspend'},
	{scope: 'everywhere', action: 'redraw', keys: ['ctrl+l'], label: 'redraw'},

	{scope: 'list', action: 'open', keys: ['enter'], label: 'open; fold or unfold a group', hint: 'open', needs: ['row']},
	{scope: 'list', action: 'new', keys: ['n'], label: 'new notification', hint: 'new', needs: ['writable']},
	{scope: 'list', action: 'delete', keys: ['d'], label: 'delete, after asking: what is marked, or else this', hint: 'delete', needs: ['target', 'writable'], isDangerous: true},
	{scope: 'list', action: 'edit', keys: ['e'], label: 'edit: a new one replaces it', hint: 'edit', needs: ['record', 'there', 'writable']},
	{scope: 'list', action: 'clone', keys: ['c'], label: 'clone: a new one that begins as this one', hint: 'clone', needs: ['record', 'writable']},
	{scope: 'list', action: 'search', keys: ['/'], label: 'search: words, -word, "two words", channel:email user:=42 …', hint: 'search'},
	{scope: 'list', action: 'mark', keys: ['space'], label: 'mark, or unmark; on a group all of it; takes a range', hint: 'mark', needs: ['row']},
	{scope: 'list', action: 'range', keys: ['V'], label: 'begin a range of marks, then take it; esc drops it', needs: ['row']},
	{scope: 'list', action: 'mark-all', keys: ['a'], label: 'mark all that the search shows; unmark them when all are', needs: ['row']},
	{scope: 'list', action: 'invert', keys: ['i'], label: 'invert the marks of what the search shows', needs: ['row']},
	{scope: 'list', action: 'unmark-all', keys: ['A'], label: 'unmark all, also what the search hides', needs: ['marks']},
	{scope: 'list', action: 'sort', keys: ['s'], label: 'sort', hint: 'sort'},
	{scope: 'list', action: 'group', keys: ['b'], label: 'group by', hint: 'group'},
	{scope: 'list', action: 'fold', keys: ['left', 'h'], label: 'fold the group', needs: ['group']},
	{scope: 'list', action: 'unfold', keys: ['right', 'l'], label: 'unfold the group', needs: ['group']},
	{scope: 'list', action: 'fold-all', keys: ['z'], label: 'fold all groups, or unfold all', needs: ['group']},
	{scope: 'list', action: 'undo', keys: ['u'], label: 'undo: create again what was deleted last', needs: ['writable']},
	{scope: 'list', action: 'history', keys: ['H'], label: 'history: what this machine sent; what is unfinished first'},
	{scope: 'list', action: 'refresh', keys: ['r'], label: 'refresh; what changes from now on is marked', hint: 'refresh'},
	{scope: 'list', action: 'watch', keys: ['w'], label: 'watch: refresh every 5 s, 30 s, 5 min, no longer'},
	...scrolling('list'),
	{scope: 'list', action: 'enter-key', keys: ['K'], label: 'enter another API key', hint: 'another key', needs: ['refused']},
	{scope: 'list', action: 'quit', keys: ['q'], label: 'quit', hint: 'quit'},

	...scrolling('detail'),
	{scope: 'detail', action: 'raw', keys: ['J'], label: 'raw JSON, and back', hint: 'raw JSON'},
	{scope: 'detail', action: 'edit', keys: ['e'], label: 'edit: a new one replaces it', hint: 'edit', needs: ['record', 'writable']},
	{scope: 'detail', action: 'clone', keys: ['c'], label: 'clone: a new one that begins as this one', hint: 'clone', needs: ['record', 'writable']},
	{scope: 'detail', action: 'delete', keys: ['d'], label: 'delete, after asking', hint: 'delete', needs: ['record', 'writable'], isDangerous: true},
	{scope: 'detail', action: 'back', keys: ['q'], label: 'back'},

	{scope: 'form', action: 'review', keys: ['ctrl+s'], label: 'review, then send', hint: 'review'},
	{scope: 'form', action: 'accept', keys: ['enter'], label: 'take the suggestion, and on to what is still open', hint: 'onward'},
	{scope: 'form', action: 'next', keys: ['tab'], label: 'next field, taking the suggestion'},
	{scope: 'form', action: 'previous', keys: ['shift+tab'], label: 'previous field'},
	{scope: 'form', action: 'down', keys: ['down'], label: 'next suggestion, line or field'},
	{scope: 'form', action: 'up', keys: ['up'], label: 'previous suggestion, line or field'},
	{scope: 'form', action: 'page-up', keys: ['pgup'], label: 'scroll what the service said up'},
	{scope: 'form', action: 'page-down', keys: ['pgdn'], label: 'scroll what the service said down'},
	{scope: 'form', action: 'add-filter', keys: ['ctrl+n'], label: 'add a filter', hint: 'add filter'},
	{scope: 'form', action: 'remove-filter', keys: ['ctrl+x'], label: 'remove the filter', hint: 'remove', needs: ['filter']},
	{scope: 'form', action: 'copy-filter', keys: ['alt+n'], label: 'the filter once more', needs: ['filter']},
	{scope: 'form', action: 'filter-up', keys: ['alt+up'], label: 'move the filter up', needs: ['filter']},
	{scope: 'form', action: 'filter-down', keys: ['alt+down'], label: 'move the filter down', needs: ['filter']},
	{scope: 'form', action: 'try', keys: ['ctrl+t'], label: 'try the filters on a sample event', hint: 'try', needs: ['filters']},
	{scope: 'form', action: 'editor', keys: ['ctrl+o'], label: 'the template in your editor'},
	{scope: 'form', action: 'accept-issue', keys: ['ctrl+r'], label: 'take it all the same: a wrong checksum, an unknown template', hint: 'take it', needs: ['override']},

	{scope: 'picker', action: 'back', keys: ['esc'], label: 'leave the channel as it is; up, down and enter choose', hint: 'back'},

	{scope: 'review', action: 'send', keys: ['ctrl+s'], label: 'send it', hint: 'send', needs: ['unasked']},
	{scope: 'review', action: 'send-anyway', keys: ['y'], label: 'send it although one like it is there, or may be', hint: 'send all the same', needs: ['asked']},
	{scope: 'review', action: 'back', keys: ['esc'], label: 'back to the form', hint: 'back'},
	...scrolling('review'),

	{scope: 'drafts', action: 'open', keys: ['enter'], label: 'go on with the draft', hint: 'go on with it', needs: ['row', 'writable']},
	{scope: 'drafts', action: 'new', keys: ['n'], label: 'begin an empty one', hint: 'an empty one', needs: ['writable']},
	{scope: 'drafts', action: 'discard', keys: ['d'], label: 'discard the draft, after asking', hint: 'discard', needs: ['row'], isDangerous: true},
	{scope: 'drafts', action: 'confirm', keys: ['y'], label: 'discard it, when asked', needs: ['asked'], isDangerous: true},
	...scrolling('drafts'),
	{scope: 'drafts', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},

	{scope: 'history', action: 'search', keys: ['/'], label: 'search: words, all of which must occur', hint: 'search'},
	{scope: 'history', action: 'undo', keys: ['u'], label: 'create again what the deletion took', hint: 'restore', needs: ['deletion', 'writable']},
	...scrolling('history'),
	{scope: 'history', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},

	{scope: 'search', action: 'up', keys: ['up'], label: 'up'},
	{scope: 'search', action: 'down', keys: ['down'], label: 'down'},
	{scope: 'search', action: 'accept', keys: ['enter'], label: 'keep the search', hint: 'keep it'},
	{scope: 'search', action: 'back', keys: ['esc'], label: 'clear the search', hint: 'clear it'},

	...choosing('sort', sortLetters()),
	{scope: 'sort', action: 'by-none', keys: ['-'], label: 'in the order of the service', hint: 'as listed'},
	{scope: 'sort', action: 'again', keys: ['s'], label: 'the other way round', hint: 'reverse'},

	...choosing('group', groupLetters()),
	{scope: 'group', action: 'by-none', keys: ['-'], label: 'no groups'},
	{scope: 'group', action: 'again', keys: ['b'], label: 'no groups', hint: 'no groups'},

	{scope: 'recovery', action: 'finish', keys: ['f'], label: 'finish it; a bulk delete after asking', hint: 'finish', needs: ['row', 'writable']},
	{scope: 'recovery', action: 'confirm', keys: ['y'], label: 'go on with the bulk delete, when asked', needs: ['asked', 'writable'], isDangerous: true},
	{scope: 'recovery', action: 'roll-back', keys: ['b'], label: 'roll it back; of several, leave the rest as it is', hint: 'back out', needs: ['row', 'writable'], isDangerous: true},
	...scrolling('recovery'),
	{scope: 'recovery', action: 'history', keys: ['H'], label: 'history: what this machine sent', hint: 'history'},
	{scope: 'recovery', action: 'back', keys: ['esc', 'q'], label: 'leave it for later', hint: 'later'},

	{scope: 'try', action: 'file', keys: ['f'], label: 'a sample from a file; a paste is one too', hint: 'sample from a file'},
	{scope: 'try', action: 'back', keys: ['esc', 'q'], label: 'back to the form', hint: 'back'},
	...scrolling('try'),

	{scope: 'file', action: 'accept', keys: ['enter'], label: 'read the file', hint: 'read it'},
	{scope: 'file', action: 'back', keys: ['esc'], label: 'back', hint: 'back'},

	{scope: 'delete', action: 'confirm', keys: ['y'], label: 'delete it, for good', hint: 'delete', isDangerous: true},
	{scope: 'delete', action: 'back', keys: ['esc', 'n', 'q'], label: 'keep it', hint: 'keep it'},
	...scrolling('delete'),

	{scope: 'bulk', action: 'accept', keys: ['enter'], label: 'delete them, for good, once their number is typed', hint: 'delete', needs: ['writable']},
	{scope: 'bulk', action: 'up', keys: ['up'], label: 'up'},
	{scope: 'bulk', action: 'down', keys: ['down'], label: 'down'},
	{scope: 'bulk', action: 'page-up', keys: ['pgup'], label: 'a page up'},
	{scope: 'bulk', action: 'page-down', keys: ['pgdn'], label: 'a page down'},
	{scope: 'bulk', action: 'back', keys: ['esc'], label: 'keep them', hint: 'keep them'},

	{scope: 'bulk-restore', action: 'send', keys: ['y'], label: 'create them again', hint: 'create them again', needs: ['rest', 'writable']},
	{scope: 'bulk-restore', action: 'back', keys: ['esc', 'n', 'q'], label: 'leave them deleted', hint: 'leave it'},

	{scope: 'bulk-run', action: 'back', keys: ['esc'], label: 'pause, and ask', hint: 'pause'},

	{scope: 'bulk-paused', action: 'finish', keys: ['f'], label: 'go on', hint: 'go on'},
	{scope: 'bulk-paused', action: 'stop', keys: ['s'], label: 'stop here; the rest can be gone on with later', hint: 'stop here'},
	{scope: 'bulk-paused', action: 'back', keys: ['esc'], label: 'go on'},

	{scope: 'bulk-end', action: 'retry', keys: ['r'], label: 'try again what has failed, and just that', hint: 'try again', needs: ['failed', 'writable']},
	{scope: 'bulk-end', action: 'finish', keys: ['f'], label: 'go on with the rest', hint: 'go on', needs: ['rest', 'writable']},
	{scope: 'bulk-end', action: 'roll-back', keys: ['b'], label: 'leave the rest as it is, for good', hint: 'leave the rest', needs: ['rest', 'writable'], isDangerous: true},
	...scrolling('bulk-end'),
	{scope: 'bulk-end', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},

	{scope: 'connect', action: 'next', keys: ['tab', 'down'], label: 'next field', hint: 'next'},
	{scope: 'connect', action: 'previous', keys: ['shift+tab', 'up'], label: 'previous field'},
	{scope: 'connect', action: 'accept', keys: ['enter'], label: 'next field; on the last, check and connect'},
	{scope: 'connect', action: 'check', keys: ['ctrl+s'], label: 'check and connect', hint: 'check and connect'},
	{scope: 'connect', action: 'sandbox', keys: ['ctrl+t'], label: 'try the sandbox instead', hint: 'try the sandbox'},

	{scope: 'key', action: 'accept', keys: ['enter'], label: 'check the key and go on', hint: 'check and go on'},

	{scope: 'help', action: 'up', keys: ['up', 'k'], label: 'scroll up'},
	{scope: 'help', action: 'down', keys: ['down', 'j'], label: 'scroll down', hint: 'scroll'},
	{scope: 'help', action: 'page-up', keys: ['pgup', 'ctrl+u'], label: 'a page up'},
	{scope: 'help', action: 'page-down', keys: ['pgdn', 'ctrl+d', 'space'], label: 'a page down'},
	{scope: 'help', action: 'back', keys: ['q'], label: 'back'},
] as const satisfies readonly BindingShape[];

/** What a text field does (state/text-edit.ts), beside the keys of its scope. */
export const textKeys: ReadonlyArray<Pick<Binding, 'keys' | 'label'>> = [
	{keys: ['left', 'right', 'ctrl+b', 'ctrl+f'], label: 'a character left, right'},
	{keys: ['alt+b', 'alt+f', 'ctrl+left', 'ctrl+right'], label: 'a word left, right'},
	{keys: ['home', 'end', 'ctrl+a', 'ctrl+e'], label: 'to the beginning, the end'},
	{keys: ['backspace', 'delete', 'ctrl+d'], label: 'delete a character before, after'},
	{keys: ['ctrl+w', 'alt+backspace', 'alt+d'], label: 'delete a word before, after'},
	{keys: ['ctrl+u', 'ctrl+k'], label: 'delete to the beginning, the end'},
	{keys: ['ctrl+y'], label: 'put back what was deleted so'},
	{keys: ['ctrl+j', 'alt+enter'], label: 'a new line, in the template'},
	{keys: [...channels.map(({letter}) => letter), 'space'], label: 'the channel, on the channel; space lists them'},
];

type BindingShape = Omit<Binding, 'action'> & {readonly action: string};

export type Action = (typeof bindings)[number]['action'];

/** Scopes in which single characters are text. */
export const textScopes: ReadonlySet<Scope> = new Set<Scope>(['form', 'file', 'search', 'bulk', 'connect', 'key']);
