import type {KeyScopes} from '../keys/key-row.ts';
import {hasRow, isWritable, scrollKeys} from '../keys/shared-keys.ts';

/** The keys of the history, of the notices and of one change. */
export const historyKeys = {
	history: {
		title: 'history',
		rows: [
			{
				action: 'open',
				keys: ['enter'],
				label: 'open the change: its requests, and what it changed',
				hint: 'open',
				guards: {hasRow},
			},
			{action: 'search', keys: ['/'], label: 'search: changes that contain all words', hint: 'search'},
			{action: 'undo', keys: ['u'], label: 'undo the change (asks first)', hint: 'undo', guards: {hasRow, isWritable}},
			{action: 'notices', keys: ['n'], label: 'notices of this run, to read again', hint: 'notices'},
			...scrollKeys,
			{action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
		],
	},
	notices: {title: 'notices', rows: [...scrollKeys, {action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'}]},
	change: {
		title: 'change',
		rows: [
			{action: 'open', keys: ['enter'], label: 'open the item of a bulk operation', hint: 'open', guards: {hasRow}},
			{action: 'undo', keys: ['u'], label: 'undo the change (asks first)', hint: 'undo', guards: {isWritable}},
			...scrollKeys,
			{action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
		],
	},
} as const satisfies KeyScopes;
