import type {FieldName} from '../../domain/fields.ts';
import type {KeyRow} from './key-row.ts';

// The notices of guards that several screens have.
export const hasRow = 'Nothing to act on here.';
export const hasMarks = 'Nothing is marked.';
export const hasRefused = 'The service refused no member that it does not document.';
export const isWritable = 'This profile is read-only.';
export const isIdle = 'The request is being sent.';
export const isAwaitingConfirmation = 'Nothing to confirm here.';

const hasRecord = 'No notification is under the cursor: there is nothing to copy.';
const isReadable = 'There is no notification here that chainbell can read.';
const isListed = 'This notification no longer exists. Press {list clone} to create a copy.';

/** The guards of the keys that change a notification. */
export const changeGuards = {isReadable, isListed, isWritable} as const;

/** The keys that move in a list or a text. They are the same on all screens. */
export const scrollKeys = [
	{action: 'up', keys: ['up', 'k'], label: 'up'},
	{action: 'down', keys: ['down', 'j'], label: 'down'},
	{action: 'page-up', keys: ['pgup', 'ctrl+u'], label: 'page up'},
	{action: 'page-down', keys: ['pgdn', 'ctrl+d'], label: 'page down'},
	{action: 'first', keys: ['g', 'home'], label: 'first'},
	{action: 'last', keys: ['G', 'end'], label: 'last'},
] as const satisfies readonly KeyRow[];

/** The same keys on a screen on which letters are typed. */
export const textScrollKeys = [
	{action: 'up', keys: ['up'], label: 'up'},
	{action: 'down', keys: ['down'], label: 'down'},
	{action: 'page-up', keys: ['pgup'], label: 'page up'},
	{action: 'page-down', keys: ['pgdn'], label: 'page down'},
] as const satisfies readonly KeyRow[];

/** The key that edits a notification. */
export const editKey = {
	action: 'edit',
	keys: ['e'],
	label: 'edit: create a new one, then delete the old one',
	hint: 'edit',
	markedHint: 'edit marked',
	guards: changeGuards,
} as const satisfies KeyRow;

/** The keys that act on a notification and do not change it. They are the same in the list and in its details. */
export const recordKeys = [
	{
		action: 'clone',
		keys: ['c'],
		label: 'clone: open a copy as a new notification',
		hint: 'clone',
		guards: {isReadable, isWritable},
	},
	{action: 'copy', keys: ['y'], label: 'copy: the ID, the address, JSON, curl …', guards: {hasRecord}},
	{action: 'open-link', keys: ['o'], label: 'open the address in a block explorer', guards: {isReadable}},
] as const satisfies readonly KeyRow[];

/** The key that includes what is protected in a change of many. */
export const unprotectKey = {
	action: 'unprotect',
	keys: ['alt+p'],
	label: 'include what is protected, once its number is typed',
	hint: 'include protected',
	guards: {hasProtected: 'Nothing of these is protected.'},
} as const satisfies KeyRow;

/** The keys of a question that copy what it would do: the command, and the JSON. */
export const copyCommandKey = {
	action: 'copy-command',
	keys: ['C'],
	label: 'copy the chainbell command that does the same',
	hint: 'copy command',
	guards: {hasCommand: 'No single command does the same.'},
} as const satisfies KeyRow;

export const copyJsonKey = {action: 'copy-json', keys: ['J'], label: 'copy the JSON'} as const satisfies KeyRow;

/** The keys that choose one of several fields on a line: a letter for each, or the arrows and enter. */
export const choiceKeys = <F extends FieldName>(letters: Readonly<Record<F, string>>) =>
	[
		...(Object.entries(letters) as Array<[F, string]>).map(([field, letter]) => ({
			action: `by-${field}` as const,
			keys: [letter],
			label: `by ${field}`,
		})),
		{action: 'left', keys: ['left', 'h', 'shift+tab'], label: 'previous'},
		{action: 'right', keys: ['right', 'l', 'tab'], label: 'next'},
		{action: 'accept', keys: ['enter', 'space'], label: 'choose', hint: 'choose'},
		{action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
	] as const;
