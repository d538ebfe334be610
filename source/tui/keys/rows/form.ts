import type {BindingRow} from '../binding-row.ts';

/** The keys of the form. */
export const formBindings = [
	{scope: 'form', action: 'next-issue', keys: ['alt+e'], label: 'go to the next error', hint: 'next error', guards: ['hasOtherErrors']},
	{scope: 'form', action: 'use-stored', keys: ['alt+r'], label: 'in an unsent edit: start again from the stored values', hint: 'stored values', guards: ['isResumed']},
	{scope: 'form', action: 'review', keys: ['ctrl+s'], label: 'review, then send', hint: 'review'},
	{scope: 'form', action: 'accept', keys: ['enter'], label: 'accept, then the next field; in the last, review', hint: 'next'},
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
	{scope: 'form', action: 'back', keys: ['esc'], label: 'give the old value back, or leave (saves the draft)'},
	{scope: 'form', action: 'accept-issue', keys: ['ctrl+r'], label: 'use it anyway, or leave out what was refused', hint: 'use anyway', guards: ['canOverride']},

	{scope: 'picker', action: 'back', keys: ['esc'], label: 'cancel; a letter, or the arrows and enter, choose', hint: 'cancel'},
] as const satisfies readonly BindingRow[];
