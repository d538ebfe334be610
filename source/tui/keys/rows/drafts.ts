import type {BindingRow} from '../binding-row.ts';
import {scrollKeys} from './shared.ts';

/** The keys of the drafts. */
export const draftsBindings = [
	{scope: 'drafts', action: 'confirm', keys: ['y'], label: 'confirm that the draft is discarded', hint: 'discard', guards: ['isAwaitingConfirmation'], isDangerous: true, confirms: true},
	{scope: 'drafts', action: 'open', keys: ['enter'], label: 'resume the draft', hint: 'resume', guards: ['hasRow', 'isWritable']},
	{scope: 'drafts', action: 'new', keys: ['n'], label: 'new notification', hint: 'new', guards: ['isWritable']},
	{scope: 'drafts', action: 'discard', keys: ['d', 'delete'], label: 'discard the draft (asks first)', hint: 'discard', guards: ['hasRow'], isDangerous: true},
	...scrollKeys('drafts'),
	{scope: 'drafts', action: 'back', keys: ['esc', 'q'], label: 'back', hint: 'back'},
] as const satisfies readonly BindingRow[];
