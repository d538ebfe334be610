import {channels} from '../../notification/channels.ts';
import {upperFirst} from '../../platform/text.ts';
import type {Action, ActionOf, Binding, Scope} from './bindings.ts';

/** The name of an action, as verb and object, and other words by which it can be found. */
type ActionName = readonly [name: string, words?: string];

/** The names of actions that are the same on all screens. */
const common: Partial<Readonly<Record<Action, ActionName>>> = {
	up: ['Move up'],
	down: ['Move down'],
	'page-up': ['Move a page up'],
	'page-down': ['Move a page down'],
	first: ['Move to the first'],
	last: ['Move to the last'],
	help: ['Open help', 'keys shortcuts manual'],
	palette: ['Open the palette', 'commands menu more'],
	exit: ['Quit', 'exit close'],
	suspend: ['Suspend', 'background shell stop'],
	redraw: ['Redraw', 'repaint screen clear'],
	acknowledge: ['Acknowledge warning', 'dismiss hide'],
	'enter-key': ['Change the API key', 'token secret credential renew'],
};

/** The names that both the list and the details of a notification have. */
const notification = {
	edit: ['Edit', 'bulk edit change update modify replace rename test sample'],
	clone: ['Clone', 'copy duplicate template'],
	copy: ['Copy ID, JSON, curl …', 'export yaml command address recipient clipboard yank'],
	'open-link': ['Open block explorer', 'address etherscan browser link url'],
	try: ['Try the webhook', 'test endpoint slack url ping sample event post'],
	delete: ['Delete', 'remove bulk delete trash'],
} as const;

const own: {readonly [S in Scope]?: Partial<Readonly<Record<ActionOf<S>, ActionName>>>} = {
	list: {
		...notification,
		open: ['Open notification', 'show details view'],
		new: ['Create notification', 'new add alert'],
		'repeat-edit': ['Repeat last edit', 'bulk again marked'],
		search: ['Search', 'find filter query'],
		changed: ['Show what changed', 'since yesterday new gone appeared vanished created deleted by others'],
		back: ['Clear search, + and -', 'acknowledge changes new gone reset'],
		mark: ['Mark row', 'select tick'],
		park: ['Park, or resume', 'pause mute stop suspend restore'],
		range: ['Mark a range', 'select several'],
		'mark-all': ['Mark all shown', 'select everything bulk'],
		invert: ['Invert marks', 'selection'],
		'unmark-all': ['Unmark all', 'deselect clear selection'],
		sort: ['Sort by a column', 'order'],
		group: ['Group by a field', 'cluster'],
		duplicates: ['Find duplicates', 'identical same'],
		fold: ['Fold group', 'collapse close scroll left'],
		unfold: ['Unfold group', 'expand open scroll right'],
		view: ['Show a view', 'tab saved search'],
		wide: ['Show all columns', 'wide horizontal scroll'],
		preview: ['Show or hide preview', 'pane details split'],
		undo: ['Undo last change', 'revert take back restore recreate'],
		redo: ['Redo last undo', 'again repeat'],
		'edit-text': ['Edit in $EDITOR', 'yaml text vim'],
		'plan-file': ['Plan a file', 'apply open yaml json import code notifications as code read prune'],
		history: ['Open activity', 'history log journal audit changes why failed refused'],
		requests: ['Open requests', 'http network debug log'],
		profiles: ['Switch profile', 'account env environment staging production add'],
		pending: ['Open pending changes', 'recover unfinished resume finish roll back'],
		refresh: ['Refresh', 'reload list again update'],
		watch: ['Watch', 'auto refresh poll live follow'],
		'enter-key': ['Change the API key', 'token secret credential renew'],
		quit: ['Quit', 'exit close'],
	},
	profiles: {'copy-to': ['Copy to account', 'plan compare difference staging production']},
	detail: {...notification, raw: ['Show raw JSON', 'fields']},
	form: {
		'next-issue': ['Go to next error', 'problem invalid'],
		'use-stored': ['Discard unsent draft', 'reset stored values'],
		review: ['Review and send', 'create save submit'],
		accept: ['Accept, next field'],
		next: ['Suggestion, next field', 'accept complete'],
		'add-filter': ['Add filter', 'condition'],
		try: ['Try filters', 'test sample event'],
		editor: ['Edit template', 'editor vim nano'],
		undo: ['Undo typing', 'revert'],
		back: ['Leave, keep draft', 'back cancel old value'],
	},
};

/** The name of the action of a binding: by default the beginning of its label, which says what it does before it says how. */
export function nameOfAction({scope, action, label}: Pick<Binding, 'scope' | 'action' | 'label'>): ActionName {
	const names: Partial<Readonly<Record<Action, ActionName>>> = own[scope] ?? {};
	const start = /^[^\(,:;]*/v.exec(label)![0].trim();
	return names[action] ?? common[action] ?? [upperFirst(start)];
}

/** Keys, and what they do. */
export type KeysRow = Pick<Binding, 'keys' | 'label'>;

/** The keys of a text field (text-edit.ts), in addition to those of its scope. */
export const textKeys: readonly KeysRow[] = [
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
