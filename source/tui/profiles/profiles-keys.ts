import type {KeyScopes} from '../keys/key-row.ts';
import {hasMarks, hasRow, isAwaitingConfirmation, isWritable, scrollKeys, textScrollKeys} from '../keys/shared-keys.ts';

const isUnasked = 'Answer the question first: {profiles confirm} removes the profile, {profiles back} cancels.';

/** The keys of the profiles, of the comparison of two, and of the question before something is copied between them. */
export const profilesKeys = {
	profiles: {
		title: 'profiles',
		rows: [
			{
				action: 'confirm',
				keys: ['y'],
				label: 'confirm that the profile is removed',
				hint: 'remove',
				guards: {isAwaitingConfirmation},
				isDangerous: true,
				confirms: true,
			},
			{
				action: 'open',
				keys: ['enter'],
				label: 'open the account of the profile',
				hint: 'open',
				guards: {hasRow, isUnasked},
			},
			{action: 'add', keys: ['n'], label: 'add a profile: connect, and save it', hint: 'add', guards: {isUnasked}},
			{
				action: 'compare',
				keys: ['c'],
				label: 'compare the account with the open one or another',
				hint: 'compare',
				guards: {hasRow, isUnasked},
			},
			{
				action: 'make-default',
				keys: ['s'],
				label: 'make the profile the default',
				hint: 'set default',
				guards: {hasRow, isUnasked},
			},
			{
				action: 'remove',
				keys: ['x', 'd', 'delete'],
				label: 'remove the profile from config.yaml (asks first)',
				hint: 'remove',
				guards: {hasRow, isUnasked},
				isDangerous: true,
			},
			...scrollKeys,
			{action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back', askedHint: 'cancel'},
		],
	},
	compare: {
		title: 'compare profiles',
		rows: [
			{
				action: 'copy',
				keys: ['c'],
				label: 'copy the marked to the other profile (asks first)',
				hint: 'copy marked',
				guards: {hasMarks},
			},
			{action: 'mark', keys: ['space'], label: 'mark the row, to copy it', hint: 'mark', guards: {hasRow}},
			{
				action: 'mark-all',
				keys: ['a'],
				label: 'mark all that can be copied, or unmark',
				hint: 'mark all',
				guards: {hasRow},
			},
			{action: 'reverse', keys: ['tab'], label: 'copy in the other direction', hint: 'reverse', guards: {hasRow}},
			{
				action: 'undo',
				keys: ['u'],
				label: 'undo the copy',
				hint: 'undo the copy',
				guards: {hasCopied: 'There is no copy to undo on this screen.'},
			},
			{
				action: 'refresh',
				keys: ['r'],
				label: 'list both accounts again, and compare',
				hint: 'compare again',
				guards: {isIdle: 'Both accounts are being listed. {compare back} cancels.'},
			},
			...scrollKeys,
			{
				action: 'back',
				keys: ['esc', 'q'],
				label: 'back; while both accounts are listed: cancel',
				hint: 'back',
				busyHint: 'cancel',
			},
		],
	},
	'copy-to': {
		title: 'copy to another profile',
		isText: true,
		rows: [
			{
				action: 'accept',
				keys: ['enter'],
				label: 'copy, once the number is typed',
				hint: 'copy',
				guards: {hasCopies: 'There is nothing to copy.', isWritable},
				confirms: true,
			},
			...textScrollKeys,
			{action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
		],
	},
} as const satisfies KeyScopes;
