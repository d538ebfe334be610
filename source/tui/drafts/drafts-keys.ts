import type {KeyScopes} from '../keys/key-row.ts';
import {hasRow, isAwaitingConfirmation, isWritable, scrollKeys} from '../keys/shared-keys.ts';

const isUnasked = 'Answer the question first: {drafts confirm} discards the draft, {drafts back} cancels.';

/** The keys of the drafts. */
export const draftsKeys = {
	drafts: {
		title: 'drafts',
		rows: [
			{
				action: 'confirm',
				keys: ['y'],
				label: 'confirm that the draft is discarded',
				hint: 'discard',
				guards: {isAwaitingConfirmation},
				isDangerous: true,
				confirms: true,
			},
			{
				action: 'open',
				keys: ['enter'],
				label: 'resume the draft',
				hint: 'resume',
				guards: {hasRow, isUnasked, isWritable},
			},
			{action: 'new', keys: ['n'], label: 'new notification', hint: 'new', guards: {isUnasked, isWritable}},
			{
				action: 'discard',
				keys: ['d', 'delete'],
				label: 'discard the draft (asks first)',
				hint: 'discard',
				guards: {hasRow, isUnasked},
				isDangerous: true,
			},
			...scrollKeys,
			{action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back', askedHint: 'cancel'},
		],
	},
} as const satisfies KeyScopes;
