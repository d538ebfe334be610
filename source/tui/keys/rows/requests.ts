import type {BindingRow} from '../binding-row.ts';
import {scrollKeys} from './shared.ts';

/** The keys of the last requests. */
export const requestsBindings = [
	{scope: 'requests', action: 'open', keys: ['enter'], label: 'open the request', hint: 'open', guards: ['hasRow']},
	{scope: 'requests', action: 'refresh', keys: ['r'], label: 'read the requests again', hint: 'refresh'},
	...scrollKeys('requests'),
	{scope: 'requests', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},

	{scope: 'request', action: 'copy', keys: ['y'], label: 'copy the request as a curl command', hint: 'copy as curl'},
	...scrollKeys('request'),
	{scope: 'request', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
] as const satisfies readonly BindingRow[];
