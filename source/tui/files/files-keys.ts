import type {KeyScopes} from '../keys/key-row.ts';
import {copyCommandKey, isWritable, scrollKeys, textScrollKeys, unprotectKey} from '../keys/shared-keys.ts';

const hasChange = 'This row changes nothing.';

/** The keys of the plan of a file: its path, its mistakes, its changes and the review. */
export const filesKeys = {
	'plan-file': {
		title: 'plan a file',
		isText: true,
		rows: [
			{action: 'accept', keys: ['enter'], label: 'read the file, and plan it', hint: 'plan'},
			{action: 'complete', keys: ['tab'], label: 'complete the path', hint: 'complete'},
			{action: 'up', keys: ['up'], label: 'previous path below'},
			{action: 'down', keys: ['down'], label: 'next path below'},
			{action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
		],
	},
	'file-reading': {
		title: 'plan a file: reading',
		rows: [{action: 'back', keys: ['esc'], label: 'stop; nothing is sent', hint: 'stop'}],
	},
	'file-mistakes': {
		title: 'mistakes of a file',
		rows: [
			{action: 'editor', keys: ['E', 'ctrl+o'], label: 'open the file at the mistake in $EDITOR', hint: '$EDITOR'},
			{action: 'refresh', keys: ['r'], label: 'read the file again', hint: 'read again'},
			...scrollKeys,
			{action: 'back', keys: ['esc'], label: 'back to the path', hint: 'back'},
		],
	},
	'file-plan': {
		title: 'plan of a file',
		rows: [
			{action: 'accept', keys: ['enter', 'ctrl+s'], label: 'review, then make the changes', hint: 'review'},
			{
				action: 'leave-out',
				keys: ['space'],
				label: 'leave the change out, or take it in again',
				hint: 'leave out',
				guards: {hasChange},
			},
			{action: 'prune', keys: ['p'], label: 'prune: delete what is in no file, or keep it', hint: 'prune'},
			{
				action: 'allow-deletes',
				keys: ['m'],
				label: 'allow as many deletions as the plan has',
				hint: 'allow deletions',
				guards: {hasTooMany: 'The plan does not delete more than expected.'},
			},
			unprotectKey,
			{
				action: 'replace-unknown',
				keys: ['t'],
				label: 'replace templates that are unknown here, or keep them',
				guards: {hasUnknown: 'No template is unknown here.'},
			},
			{
				action: 'fold',
				keys: ['left', 'h'],
				label: 'hide what is in no file',
				guards: {hasUnmanaged: 'Nothing in the scope is in no file.'},
			},
			{
				action: 'unfold',
				keys: ['right', 'l'],
				label: 'show what is in no file',
				guards: {hasUnmanaged: 'Nothing in the scope is in no file.'},
			},
			{action: 'editor', keys: ['E', 'ctrl+o'], label: 'open the file at the line in $EDITOR', hint: '$EDITOR'},
			{action: 'refresh', keys: ['r'], label: 'read the file and list the account again', hint: 'plan again'},
			...scrollKeys,
			{action: 'back', keys: ['esc'], label: 'back to the path', hint: 'back'},
		],
	},
	'file-review': {
		title: 'plan of a file: review',
		rows: [
			{
				action: 'accept',
				keys: ['enter'],
				label: 'make the changes, once their number is typed',
				hint: 'apply',
				guards: {isWritable},
				confirms: true,
			},
			copyCommandKey,
			...textScrollKeys,
			{action: 'back', keys: ['esc'], label: 'back to the plan', hint: 'back'},
		],
	},
} as const satisfies KeyScopes;
