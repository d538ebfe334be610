import type {KeyScopes} from '../keys/key-row.ts';
import {hasRow, scrollKeys} from '../keys/shared-keys.ts';

/** The keys of the last requests, and of one of them. */
export const requestsKeys = {
	requests: {
		title: 'requests',
		rows: [
			{action: 'open', keys: ['enter'], label: 'open the request', hint: 'open', guards: {hasRow}},
			{action: 'refresh', keys: ['r'], label: 'read the requests again', hint: 'refresh'},
			...scrollKeys,
			{action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
		],
	},
	request: {
		title: 'request',
		rows: [
			{action: 'copy', keys: ['y'], label: 'copy the request as a curl command', hint: 'copy as curl'},
			...scrollKeys,
			{action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
		],
	},
} as const satisfies KeyScopes;
