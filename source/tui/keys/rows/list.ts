import type {BindingRow} from '../binding-row.ts';
import {changing, scrolling} from './shared.ts';

/** The keys of the list. */
export const listBindings = [
	{scope: 'list', action: 'open', keys: ['enter'], label: 'open; fold or unfold a group', hint: 'open', guards: ['hasRow']},
	{scope: 'list', action: 'new', keys: ['n'], label: 'new notification', hint: 'new', guards: ['isWritable']},
	{
		scope: 'list', action: 'delete', keys: ['d', 'delete'], label: 'delete the marked, or the row under the cursor', hint: 'delete', markedHint: 'delete marked',
		guards: ['hasTarget', 'isWritable'], isDangerous: true,
	},
	...changing('list'),
	{scope: 'list', action: 'search', keys: ['/'], label: 'search: words, -word, "two words", user:42, a or b', hint: 'search'},
	{scope: 'list', action: 'mark', keys: ['space'], label: 'mark or unmark the row, the whole group or the range', hint: 'mark', guards: ['hasRow']},
	{scope: 'list', action: 'range', keys: ['V'], label: 'start a range of marks, or mark it; esc drops it', guards: ['hasRow']},
	{scope: 'list', action: 'mark-all', keys: ['a'], label: 'mark all rows shown, or unmark them', guards: ['hasRow']},
	{scope: 'list', action: 'invert', keys: ['i'], label: 'invert the marks of all rows shown', guards: ['hasRow']},
	{scope: 'list', action: 'unmark-all', keys: ['A'], label: 'unmark all, including rows hidden by the search', guards: ['hasMarks']},
	{scope: 'list', action: 'sort', keys: ['s'], label: 'sort', hint: 'sort'},
	{scope: 'list', action: 'group', keys: ['b'], label: 'group by', hint: 'group'},
	{scope: 'list', action: 'fold', keys: ['left', 'h'], label: 'fold the group; wide: scroll left', guards: ['hasGroup']},
	{scope: 'list', action: 'unfold', keys: ['right', 'l'], label: 'unfold the group; wide: scroll right', guards: ['hasGroup']},
	{scope: 'list', action: 'fold-all', keys: ['z'], label: 'fold all groups, or unfold all', guards: ['hasGroup']},
	{scope: 'list', action: 'view', keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], label: 'show that view; again: show everything'},
	{scope: 'list', action: 'previous-view', keys: ['['], label: 'previous view'},
	{scope: 'list', action: 'next-view', keys: [']'], label: 'next view'},
	{scope: 'list', action: 'wide', keys: ['W'], label: 'wide: all columns; left and right scroll'},
	{scope: 'list', action: 'preview', keys: ['p'], label: 'preview beside the list, on or off'},
	{scope: 'list', action: 'undo', keys: ['u'], label: 'undo the last change (asks first)', guards: ['isWritable']},
	{scope: 'list', action: 'redo', keys: ['U'], label: 'redo what was undone last (asks first)', guards: ['isWritable']},
	{scope: 'list', action: 'history', keys: ['H'], label: 'history of changes made from this machine'},
	{scope: 'list', action: 'requests', keys: ['R'], label: 'the last requests of this run'},
	{scope: 'list', action: 'pending', keys: ['!'], label: 'pending changes, and what each waits for', guards: ['hasPending']},
	{scope: 'list', action: 'refresh', keys: ['r'], label: 'refresh; later changes are marked', hint: 'refresh'},
	{scope: 'list', action: 'watch', keys: ['w'], label: 'watch: refresh every 5 s, 30 s, 5 min, or never'},
	...scrolling('list'),
	{scope: 'list', action: 'enter-key', keys: ['K'], label: 'change the API key'},
	{scope: 'list', action: 'quit', keys: ['q'], label: 'quit', hint: 'quit'},
] as const satisfies readonly BindingRow[];
