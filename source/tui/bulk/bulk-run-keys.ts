import type {KeyScopes} from '../keys/key-row.ts';
import {hasRefused, hasRow, isWritable, scrollKeys} from '../keys/shared-keys.ts';

const hasRemaining = 'No items remain.';

/** The keys of a bulk operation: running, paused and ended. */
export const bulkRunKeys = {
	'bulk-run': {title: 'bulk operation', rows: [{action: 'back', keys: ['esc'], label: 'pause', hint: 'pause'}]},
	'bulk-stopping': {
		title: 'bulk operation, stopping',
		rows: [{action: 'back', keys: ['esc'], label: 'nothing: it stops by itself'}],
	},
	'bulk-paused': {
		title: 'bulk operation, paused',
		rows: [
			{action: 'finish', keys: ['f'], label: 'continue', hint: 'continue'},
			{action: 'stop', keys: ['s'], label: 'stop; continue later from the pending changes', hint: 'stop'},
			{action: 'back', keys: ['esc'], label: 'continue'},
		],
	},
	'bulk-end': {
		title: 'bulk result',
		rows: [
			{
				action: 'retry',
				keys: ['r'],
				label: 'retry the failed items',
				hint: 'retry failed',
				guards: {hasFailed: 'No item has failed.', isWritable},
			},
			{
				action: 'omit',
				keys: ['o'],
				label: 'retry without what the service refused',
				hint: 'retry without',
				guards: {hasRefused, isWritable},
			},
			{
				action: 'finish',
				keys: ['f'],
				label: 'continue with the rest',
				hint: 'continue',
				guards: {hasRemaining, isWritable},
			},
			{
				action: 'roll-back',
				keys: ['b'],
				label: 'skip the rest for good',
				hint: 'skip the rest',
				guards: {hasRemaining, isWritable},
				isDangerous: true,
				confirms: true,
			},
			{
				action: 'open',
				keys: ['enter'],
				label: 'open the item: its requests, and the whole reason',
				hint: 'open',
				guards: {hasRow},
			},
			...scrollKeys,
			{action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
		],
	},
} as const satisfies KeyScopes;
