import {upperFirst} from '../../platform/text.ts';
import type {Action, ActionOf, Binding, Scope} from './bindings.ts';

/** The name of an action, as verb and object, and other words by which it can be found. */
export type ActionName = {
	readonly name: string;
	readonly words?: string;
};

/** The names of actions that are the same on all screens. */
const common: Partial<Readonly<Record<Action, ActionName>>> = {
	up: {name: 'Move up'},
	down: {name: 'Move down'},
	'page-up': {name: 'Move a page up'},
	'page-down': {name: 'Move a page down'},
	first: {name: 'Move to the first'},
	last: {name: 'Move to the last'},
	help: {name: 'Open help', words: 'keys shortcuts manual'},
	palette: {name: 'Open the palette', words: 'commands menu more'},
	exit: {name: 'Quit', words: 'exit close'},
	suspend: {name: 'Suspend', words: 'background shell stop'},
	redraw: {name: 'Redraw', words: 'repaint screen clear'},
	acknowledge: {name: 'Acknowledge the warning', words: 'dismiss hide'},
	'enter-key': {name: 'Change the API key', words: 'token secret credential renew'},
};

/** The names that both the list and the details of a notification have. */
const notification = {
	edit: {name: 'Edit', words: 'bulk edit change update modify replace rename test sample'},
	clone: {name: 'Clone', words: 'copy duplicate template'},
	copy: {name: 'Copy ID, JSON, curl …', words: 'export yaml command address recipient clipboard yank'},
	'open-link': {name: 'Open block explorer', words: 'address etherscan browser link url'},
	delete: {name: 'Delete', words: 'remove bulk delete trash'},
} as const;

const own: {readonly [S in Scope]?: Partial<Readonly<Record<ActionOf<S>, ActionName>>>} = {
	list: {
		...notification,
		open: {name: 'Open notification', words: 'show details view'},
		new: {name: 'Create notification', words: 'new add alert'},
		'repeat-edit': {name: 'Repeat last edit', words: 'bulk again marked'},
		search: {name: 'Search', words: 'find filter query'},
		back: {name: 'Clear search, + and -', words: 'acknowledge changes new gone reset'},
		mark: {name: 'Mark row', words: 'select tick'},
		range: {name: 'Mark a range', words: 'select several'},
		'mark-all': {name: 'Mark all shown', words: 'select everything bulk'},
		invert: {name: 'Invert marks', words: 'selection'},
		'unmark-all': {name: 'Unmark all', words: 'deselect clear selection'},
		sort: {name: 'Sort by a column', words: 'order'},
		group: {name: 'Group by a field', words: 'cluster'},
		duplicates: {name: 'Find duplicates', words: 'identical same'},
		fold: {name: 'Fold group', words: 'collapse close scroll left'},
		unfold: {name: 'Unfold group', words: 'expand open scroll right'},
		view: {name: 'Show a view', words: 'tab saved search'},
		wide: {name: 'Show all columns', words: 'wide horizontal scroll'},
		preview: {name: 'Show or hide preview', words: 'pane details split'},
		undo: {name: 'Undo last change', words: 'revert take back restore recreate'},
		redo: {name: 'Redo last undo', words: 'again repeat'},
		'edit-text': {name: 'Edit in $EDITOR', words: 'yaml text vim'},
		'plan-file': {name: 'Plan a file', words: 'apply open yaml json import code notifications as code read prune'},
		history: {name: 'Open history', words: 'log journal audit changes why failed refused'},
		requests: {name: 'Open requests', words: 'http network debug log'},
		profiles: {name: 'Switch account', words: 'profile env environment staging production add'},
		pending: {name: 'Open pending changes', words: 'recover unfinished resume finish roll back'},
		refresh: {name: 'Refresh', words: 'reload list again update'},
		watch: {name: 'Watch', words: 'auto refresh poll live follow'},
		'enter-key': {name: 'Change the API key', words: 'token secret credential renew'},
		quit: {name: 'Quit', words: 'exit close'},
	},
	profiles: {'copy-to': {name: 'Copy to account', words: 'plan compare difference staging production'}},
	detail: {...notification, raw: {name: 'Show raw JSON', words: 'fields'}},
	form: {
		'next-issue': {name: 'Go to next error', words: 'problem invalid'},
		'use-stored': {name: 'Use stored values', words: 'reset discard'},
		review: {name: 'Review and send', words: 'create save submit'},
		accept: {name: 'Accept, next field'},
		next: {name: 'Suggestion, next field', words: 'accept complete'},
		'add-filter': {name: 'Add filter', words: 'condition'},
		'remove-filter': {name: 'Remove filter', words: 'delete condition'},
		'copy-filter': {name: 'Duplicate filter', words: 'copy condition'},
		'filter-up': {name: 'Move filter up'},
		'filter-down': {name: 'Move filter down'},
		try: {name: 'Try filters', words: 'test sample event'},
		editor: {name: 'Edit template', words: 'editor vim nano'},
		undo: {name: 'Undo typing', words: 'revert'},
		back: {name: 'Leave, keep draft', words: 'back cancel old value'},
	},
};

/** The name of the action of a binding: by default the beginning of its label, which says what it does before it says how. */
export function nameOfAction({scope, action, label}: Pick<Binding, 'scope' | 'action' | 'label'>): ActionName {
	const names: Partial<Readonly<Record<Action, ActionName>>> = own[scope] ?? {};
	const start = /^[^\(,:;]*/v.exec(label)![0].trim();
	return names[action] ?? common[action] ?? {name: upperFirst(start)};
}
