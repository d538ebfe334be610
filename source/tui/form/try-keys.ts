import type {KeyScopes} from '../keys/key-row.ts';
import {scrollKeys} from '../keys/shared-keys.ts';

/** The keys of the view that tries the filters on a sample event, and of the name of its file. */
export const tryKeys = {
	try: {
		title: 'try filters',
		rows: [
			{action: 'file', keys: ['f'], label: 'open a sample file; or paste a sample', hint: 'open sample'},
			{action: 'back', keys: ['esc', 'q'], label: 'back to the form', hint: 'back'},
			...scrollKeys,
		],
	},
	file: {
		title: 'sample file',
		isText: true,
		rows: [
			{action: 'accept', keys: ['enter'], label: 'open the file', hint: 'open'},
			{action: 'back', keys: ['esc'], label: 'cancel', hint: 'cancel'},
		],
	},
} as const satisfies KeyScopes;
