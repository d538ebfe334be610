import {groupLetters, sortLetters} from '../../domain/fields.ts';
import type {KeyScopes} from '../keys/key-row.ts';
import {choiceKeys} from '../keys/shared-keys.ts';

/** The keys of the search, which the history has as well, and of the sort line and the group line of the list. */
export const queryKeys = {
	search: {
		title: 'search',
		isText: true,
		rows: [
			{action: 'up', keys: ['up'], label: 'up'},
			{action: 'down', keys: ['down'], label: 'down'},
			{action: 'accept', keys: ['enter'], label: 'keep the search', hint: 'keep'},
			{action: 'back', keys: ['esc'], label: 'clear the search', hint: 'clear'},
			{
				action: 'complete',
				keys: ['tab'],
				label: 'complete the field with its first value',
				hint: 'complete',
				guards: {hasValue: 'There is no value to complete.'},
			},
		],
	},
	sort: {
		title: 'sort',
		rows: [
			...choiceKeys(sortLetters()),
			{action: 'by-none', keys: ['-'], label: 'in the order of the service', hint: 'service order'},
			{action: 'again', keys: ['s'], label: 'reverse the order', hint: 'reverse'},
		],
	},
	group: {
		title: 'group',
		rows: [
			...choiceKeys(groupLetters()),
			{action: 'by-none', keys: ['-'], label: 'no groups'},
			{action: 'again', keys: ['b'], label: 'no groups', hint: 'no groups'},
		],
	},
} as const satisfies KeyScopes;
