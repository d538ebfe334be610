import type {KeyScopes} from '../keys/key-row.ts';
import {
	copyCommandKey,
	copyJsonKey,
	isAwaitingConfirmation,
	isIdle,
	isWritable,
	scrollKeys,
} from '../keys/shared-keys.ts';

const isOnFilter = 'The cursor is not on a filter.';

/** The keys of the form, of its channel picker and of the review before it is sent. */
export const formKeys = {
	form: {
		title: 'form',
		isText: true,
		rows: [
			{
				action: 'next-issue',
				keys: ['alt+e'],
				label: 'go to the next error',
				hint: 'next error',
				guards: {hasOtherErrors: 'No other field has an error.'},
			},
			{
				action: 'use-stored',
				keys: ['alt+r'],
				label: 'in an unsent edit: start again from the stored values',
				hint: 'stored values',
				guards: {isResumed: 'These are the stored values, or there are none.'},
			},
			{action: 'review', keys: ['ctrl+s'], label: 'review, then send', hint: 'review'},
			{action: 'accept', keys: ['enter'], label: 'accept, then the next field; in the last, review', hint: 'next'},
			{action: 'next', keys: ['tab'], label: 'accept the suggestion and go to the next field'},
			{action: 'previous', keys: ['shift+tab'], label: 'previous field'},
			{action: 'down', keys: ['down'], label: 'next suggestion, line or field'},
			{action: 'up', keys: ['up'], label: 'previous suggestion, line or field'},
			{action: 'page-up', keys: ['pgup'], label: 'scroll the messages up'},
			{action: 'page-down', keys: ['pgdn'], label: 'scroll the messages down'},
			{action: 'add-filter', keys: ['ctrl+n'], label: 'add a filter', hint: 'add filter'},
			{
				action: 'remove-filter',
				keys: ['ctrl+x'],
				label: 'remove the filter',
				hint: 'remove filter',
				guards: {isOnFilter},
			},
			{action: 'copy-filter', keys: ['alt+n'], label: 'duplicate the filter', guards: {isOnFilter}},
			{action: 'filter-up', keys: ['alt+up'], label: 'move the filter up', guards: {isOnFilter}},
			{action: 'filter-down', keys: ['alt+down'], label: 'move the filter down', guards: {isOnFilter}},
			{
				action: 'try',
				keys: ['ctrl+t'],
				label: 'try the filters on a sample event',
				hint: 'try filters',
				guards: {hasFilters: 'There are no filters to try.'},
			},
			{action: 'editor', keys: ['ctrl+o'], label: 'edit the template in your editor'},
			{
				action: 'undo',
				keys: ['ctrl+/', 'ctrl+_'],
				label: 'undo the last change of the form',
				guards: {hasHistory: 'Nothing to undo.'},
			},
			{action: 'back', keys: ['esc'], label: 'give the old value back, or leave (saves the draft)'},
			{
				action: 'accept-issue',
				keys: ['ctrl+r'],
				label: 'use it anyway, or leave out what was refused',
				hint: 'use anyway',
				guards: {canOverride: 'Nothing to override here.'},
			},
		],
	},
	picker: {
		title: 'channel picker',
		rows: [{action: 'back', keys: ['esc'], label: 'cancel; a letter, or the arrows and enter, choose', hint: 'cancel'}],
	},
	several: {
		title: 'several addresses',
		rows: [
			{
				action: 'accept',
				keys: ['y', 'enter'],
				label: 'create a notification for each pasted address',
				hint: 'one for each',
			},
			{action: 'back', keys: ['esc', 'n'], label: 'take the paste back', hint: 'take it back'},
		],
	},
	'review-several': {
		title: 'review of several',
		rows: [
			{
				action: 'send',
				keys: ['ctrl+s'],
				label: 'create all of them',
				hint: 'create all',
				guards: {
					needsNoConfirmation: 'A duplicate exists. Press {review-several send-anyway} to create all anyway.',
					isWritable,
				},
			},
			{
				action: 'send-anyway',
				keys: ['y'],
				label: 'create all of them, also duplicates',
				hint: 'create anyway',
				guards: {isAwaitingConfirmation, isWritable},
				confirms: true,
			},
			{action: 'back', keys: ['esc'], label: 'back to the form', hint: 'back'},
			...scrollKeys,
		],
	},
	review: {
		title: 'review',
		rows: [
			{
				action: 'send',
				keys: ['ctrl+s'],
				label: 'send',
				hint: 'send',
				guards: {
					isIdle,
					needsNoConfirmation: 'A duplicate exists or may exist. Press {review send-anyway} to send anyway.',
				},
			},
			{
				action: 'send-anyway',
				keys: ['y'],
				label: 'send although a duplicate exists or may exist',
				hint: 'send anyway',
				guards: {isIdle, isAwaitingConfirmation},
				confirms: true,
			},
			{
				action: 'back',
				keys: ['esc'],
				label: 'back to the form; while it is sent: stop waiting',
				hint: 'back',
				busyHint: 'stop waiting',
			},
			{action: 'copy', keys: ['c'], label: 'copy: the body as JSON or YAML, the curl command', hint: 'copy'},
			copyCommandKey,
			copyJsonKey,
			...scrollKeys,
		],
	},
} as const satisfies KeyScopes;
