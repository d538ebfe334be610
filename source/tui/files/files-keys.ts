import type {KeyScopes} from '../keys/key-row.ts';
import {copyCommandKey, isWritable, scrollKeys, textScrollKeys, unprotectKey} from '../keys/shared-keys.ts';

const hasChange = 'This row changes nothing.';
const hasFile = 'This is the account of a profile: there is no file to open.';

/** The keys of the plan of a file, or of another account: the path, the mistakes, the changes and the review. */
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
		title: 'plan: reading and listing',
		rows: [
			{
				action: 'refresh',
				keys: ['r'],
				label: 'list both accounts again',
				hint: 'list again',
				guards: {isIdle: 'The account is being listed. {file-reading back} stops.'},
			},
			{action: 'back', keys: ['esc'], label: 'stop; nothing is sent', hint: 'back', busyHint: 'stop'},
		],
	},
	'file-mistakes': {
		title: 'plan: mistakes',
		rows: [
			{
				action: 'editor',
				keys: ['E', 'ctrl+o'],
				label: 'open the file at the mistake in $EDITOR',
				hint: '$EDITOR',
				guards: {hasFile},
			},
			{action: 'refresh', keys: ['r'], label: 'read again', hint: 'read again'},
			...scrollKeys,
			{action: 'back', keys: ['esc'], label: 'back', hint: 'back'},
		],
	},
	'file-plan': {
		title: 'plan',
		rows: [
			{action: 'accept', keys: ['enter', 'ctrl+s'], label: 'review, then make the changes', hint: 'review'},
			{
				action: 'leave-out',
				keys: ['space'],
				label: 'leave the change out, or take it in again',
				hint: 'leave out',
				guards: {hasChange},
			},
			{
				action: 'prune',
				keys: ['p'],
				label: 'prune: delete what is in no file, or keep it',
				hint: 'prune',
				guards: {canPrune: 'Nothing is deleted here: chainbell apply --from PROFILE --prune does that, with a query.'},
			},
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
			{
				action: 'editor',
				keys: ['E', 'ctrl+o'],
				label: 'open the file at the line in $EDITOR',
				hint: '$EDITOR',
				guards: {hasFile},
			},
			{
				action: 'undo',
				keys: ['u'],
				label: 'undo what was copied to the other account here',
				hint: 'undo',
				guards: {hasCopied: 'There is no copy to undo on this screen.'},
			},
			{action: 'refresh', keys: ['r'], label: 'read and list again', hint: 'plan again'},
			...scrollKeys,
			{action: 'back', keys: ['esc'], label: 'back', hint: 'back'},
		],
	},
	'file-review': {
		title: 'plan: review',
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
