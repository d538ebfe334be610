import type {KeyScopes} from '../keys/key-row.ts';
import {changeGuards, editKey, hasMarks, hasRow, isWritable, recordKeys, scrollKeys} from '../keys/shared-keys.ts';

const hasTarget = 'Nothing is marked, and no row that can be changed is under the cursor.';
const hasGroup = 'The list is not grouped. Press {list group} to group it.';

/** While the rows are computed such a key waits for them. */
const hasAllRows = 'The rows are still being computed.';

/** The keys of the list. */
export const listKeys = {
	list: {
		title: 'list',
		rows: [
			{action: 'palette', keys: [':', 'ctrl+p'], label: 'command palette: type what to do', hint: 'more'},
			{action: 'open', keys: ['enter'], label: 'open; fold or unfold a group', hint: 'open', guards: {hasRow}},
			{action: 'new', keys: ['n'], label: 'new notification', hint: 'new', guards: {isWritable}},
			{
				action: 'delete',
				keys: ['d', 'delete'],
				label: 'delete the marked, or the row under the cursor',
				hint: 'delete',
				markedHint: 'delete marked',
				guards: {hasTarget, isWritable},
				isDangerous: true,
			},
			{
				...editKey,
				label: 'edit the marked, or the row: their IDs change',
				guards: {isTargetReadable: changeGuards.isReadable, isTargetListed: changeGuards.isListed, isWritable},
			},
			...recordKeys,
			{
				action: 'edit-text',
				keys: ['E'],
				label: 'edit the marked, or the row, as YAML in $EDITOR',
				guards: {hasTarget, isWritable},
			},
			{
				action: 'repeat-edit',
				keys: ['.'],
				label: 'repeat the last bulk edit on the marked, or the row',
				guards: {hasTarget, isWritable},
			},
			{action: 'search', keys: ['/'], label: 'search: words, -word, "two words", user:42, is:new', hint: 'search'},
			{action: 'back', keys: ['esc'], label: 'clear the search; then acknowledge what + and - mark'},
			{
				action: 'mark',
				keys: ['space'],
				label: 'mark or unmark the row, the whole group or the range',
				hint: 'mark',
				guards: {hasRow},
			},
			{action: 'range', keys: ['V'], label: 'start a range of marks, or mark it; esc drops it', guards: {hasRow}},
			{action: 'mark-all', keys: ['a'], label: 'mark all rows shown, or unmark them', guards: {hasRow, hasAllRows}},
			{action: 'invert', keys: ['i'], label: 'invert the marks of all rows shown', guards: {hasRow, hasAllRows}},
			{action: 'unmark-all', keys: ['A'], label: 'unmark all, including rows hidden by the search', guards: {hasMarks}},
			{action: 'sort', keys: ['s'], label: 'sort', hint: 'sort'},
			{action: 'group', keys: ['b'], label: 'group by', hint: 'group'},
			{action: 'duplicates', keys: ['D'], label: 'duplicates: find identical notifications'},
			{action: 'fold', keys: ['left', 'h'], label: 'fold the group; wide: scroll left', guards: {hasGroup}},
			{action: 'unfold', keys: ['right', 'l'], label: 'unfold the group; wide: scroll right', guards: {hasGroup}},
			{
				action: 'view',
				keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
				label: 'show that view; again: show everything',
			},
			{action: 'wide', keys: ['W'], label: 'wide: all columns; left and right scroll'},
			{action: 'preview', keys: ['p'], label: 'show or hide the preview of the row under the cursor'},
			{action: 'undo', keys: ['u'], label: 'undo the last change (asks first)', guards: {isWritable}},
			{action: 'redo', keys: ['U'], label: 'redo what was undone last (asks first)', guards: {isWritable}},
			{action: 'plan-file', keys: ['F'], label: 'plan a file of notifications, and apply it'},
			{action: 'history', keys: ['H'], label: 'history of changes'},
			{action: 'requests', keys: ['R'], label: 'the last requests of this run'},
			{action: 'profiles', keys: ['P'], label: 'profiles: open another account'},
			{
				action: 'pending',
				keys: ['!'],
				label: 'pending changes, and what each waits for',
				guards: {hasPending: 'No change is pending.'},
			},
			{action: 'refresh', keys: ['r'], label: 'refresh; + and - stay until esc', hint: 'refresh'},
			{action: 'watch', keys: ['w'], label: 'watch: refresh every 5 s, 30 s, 5 min, or never'},
			...scrollKeys,
			{action: 'enter-key', keys: ['K'], label: 'change the API key'},
			{action: 'quit', keys: ['q'], label: 'quit', hint: 'quit'},
		],
	},
} as const satisfies KeyScopes;
