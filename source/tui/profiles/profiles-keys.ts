import type {KeyScopes} from '../keys/key-row.ts';
import {hasRow, isAwaitingConfirmation, scrollKeys} from '../keys/shared-keys.ts';

const isUnasked = 'Answer the question first: {profiles confirm} removes the profile, {profiles back} cancels.';

/** The keys of the profiles. */
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
				action: 'copy-to',
				keys: ['c'],
				label: 'plan a copy of the open account to this one',
				hint: 'copy to',
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
} as const satisfies KeyScopes;
