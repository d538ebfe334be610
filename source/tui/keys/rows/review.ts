import type {BindingRow} from '../binding-row.ts';
import {scrollKeys} from './shared.ts';

/** The keys of the review before a form is sent. */
export const reviewBindings = [
	{scope: 'review', action: 'send', keys: ['ctrl+s'], label: 'send', hint: 'send', guards: ['needsNoConfirmation']},
	{scope: 'review', action: 'send-anyway', keys: ['y'], label: 'send although a duplicate exists or may exist', hint: 'send anyway', guards: ['isAwaitingConfirmation'], confirms: true},
	{scope: 'review', action: 'back', keys: ['esc'], label: 'back to the form', hint: 'back'},
	{scope: 'review', action: 'copy', keys: ['c'], label: 'copy: the body as JSON or YAML, the curl command', hint: 'copy'},
	...scrollKeys('review'),
] as const satisfies readonly BindingRow[];
