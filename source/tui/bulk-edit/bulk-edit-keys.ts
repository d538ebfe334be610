import type {KeyScopes} from '../keys/key-row.ts';
import {copyCommandKey, isWritable, scrollKeys, textScrollKeys, unprotectKey} from '../keys/shared-keys.ts';

const hasInvalid = 'No notification is invalid.';
const canOverride = 'Nothing to override here.';

/** The keys of a bulk edit: its fields, the distinct values of one, the notifications, and the review. */
export const bulkEditKeys = {
	'bulk-edit': {
		title: 'bulk edit',
		isText: true,
		rows: [
			{action: 'accept', keys: ['enter'], label: 'list the distinct values; of a changed field: review'},
			{action: 'review', keys: ['ctrl+s'], label: 'review, then edit them', hint: 'review'},
			{action: 'next', keys: ['tab', 'down'], label: 'next field; after the last: the notifications', hint: 'next'},
			{action: 'previous', keys: ['shift+tab', 'up'], label: 'previous field; before the first: the notifications'},
			{
				action: 'leave-out-invalid',
				keys: ['ctrl+x'],
				label: 'leave out the invalid ones',
				hint: 'leave out invalid',
				guards: {hasInvalid},
			},
			{
				action: 'accept-issue',
				keys: ['ctrl+r'],
				label: 'send it although a check of chainbell fails',
				hint: 'use anyway',
				guards: {canOverride},
			},
			unprotectKey,
			{action: 'next-issue', keys: ['alt+e'], label: 'go to the next invalid notification', guards: {hasInvalid}},
			{action: 'editor', keys: ['ctrl+o'], label: 'edit them as YAML in $EDITOR', hint: '$EDITOR'},
			{action: 'page-up', keys: ['pgup'], label: 'scroll the notifications up'},
			{action: 'page-down', keys: ['pgdn'], label: 'scroll the notifications down'},
			{action: 'back', keys: ['esc'], label: 'give the old value back, or leave', hint: 'back'},
		],
	},
	'bulk-values': {
		title: 'bulk edit: distinct values',
		isText: true,
		rows: [
			{action: 'accept', keys: ['enter'], label: 'back to the fields', hint: 'done'},
			{action: 'up', keys: ['up', 'shift+tab'], label: 'previous value'},
			{action: 'down', keys: ['down', 'tab'], label: 'next value', hint: 'next value'},
			{action: 'page-up', keys: ['pgup'], label: 'page up'},
			{action: 'page-down', keys: ['pgdn'], label: 'page down'},
			{action: 'back', keys: ['esc'], label: 'give the old value back, or go back to the fields', hint: 'back'},
		],
	},
	'bulk-rows': {
		title: 'bulk edit: notifications',
		rows: [
			{action: 'accept', keys: ['enter', 'ctrl+s'], label: 'review, then edit them', hint: 'review'},
			{
				action: 'leave-out',
				keys: ['space'],
				label: 'leave the notification out, or take it in again',
				hint: 'leave out',
			},
			{
				action: 'leave-out-invalid',
				keys: ['x', 'ctrl+x'],
				label: 'leave out the invalid ones',
				hint: 'leave out invalid',
				guards: {hasInvalid},
			},
			{
				action: 'accept-issue',
				keys: ['ctrl+r'],
				label: 'send it although a check of chainbell fails',
				hint: 'use anyway',
				guards: {canOverride},
			},
			unprotectKey,
			{action: 'next-issue', keys: ['n', 'alt+e'], label: 'go to the next invalid notification', guards: {hasInvalid}},
			{action: 'editor', keys: ['E', 'ctrl+o'], label: 'edit them as YAML in $EDITOR', hint: '$EDITOR'},
			{action: 'next', keys: ['tab'], label: 'to the first field', hint: 'fields'},
			{action: 'previous', keys: ['shift+tab'], label: 'to the last field'},
			...scrollKeys,
			{action: 'back', keys: ['esc'], label: 'back to the fields', hint: 'back'},
		],
	},
	'bulk-review': {
		title: 'bulk edit: review',
		rows: [
			{
				action: 'accept',
				keys: ['enter'],
				label: 'edit them, once the number is typed',
				hint: 'edit',
				guards: {isWritable},
				confirms: true,
			},
			copyCommandKey,
			...textScrollKeys,
			{action: 'back', keys: ['esc'], label: 'back to the fields', hint: 'back'},
		],
	},
} as const satisfies KeyScopes;
