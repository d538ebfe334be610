import type {KeyScopes} from '../keys/key-row.ts';
import {hasRow, isAwaitingConfirmation, scrollKeys} from '../keys/shared-keys.ts';

/** The keys of the profiles, and of the comparison of two. */
export const profilesKeys = {
	profiles: {title: 'profiles', rows: [
		{action: 'confirm', keys: ['y'], label: 'confirm that the profile is removed', hint: 'remove', guards: {isAwaitingConfirmation}, isDangerous: true, confirms: true},
		{action: 'open', keys: ['enter'], label: 'open the account of the profile', hint: 'open', guards: {hasRow}},
		{action: 'add', keys: ['n'], label: 'add a profile: connect, and save it', hint: 'add'},
		{action: 'compare', keys: ['c'], label: 'compare the account with the open one or another', hint: 'compare', guards: {hasRow}},
		{action: 'make-default', keys: ['s'], label: 'make the profile the default', hint: 'set default', guards: {hasRow}},
		{action: 'remove', keys: ['x', 'd', 'delete'], label: 'remove the profile from config.yaml (asks first)', hint: 'remove', guards: {hasRow}, isDangerous: true},
		...scrollKeys,
		{action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
	]},
	compare: {title: 'compare profiles', rows: [
		{action: 'refresh', keys: ['r'], label: 'list both accounts again, and compare', hint: 'compare again'},
		...scrollKeys,
		{action: 'back', keys: ['esc', 'q'], label: 'back; stops listing', hint: 'back'},
	]},
} as const satisfies KeyScopes;
