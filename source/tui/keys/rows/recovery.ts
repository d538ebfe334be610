import type {BindingRow} from '../binding-row.ts';
import {scrollKeys} from './shared.ts';

/** The keys of the pending changes. */
export const recoveryBindings = [
	{scope: 'recovery', action: 'confirm', keys: ['y'], label: 'confirm: continue, send again, or drop', hint: 'confirm', guards: ['isAwaitingConfirmation', 'isWritable'], isDangerous: true, confirms: true},
	{scope: 'recovery', action: 'finish', keys: ['f'], label: 'finish the change (a bulk delete asks first)', hint: 'finish', guards: ['hasRow', 'isWritable']},
	{scope: 'recovery', action: 'refresh', keys: ['r'], label: 'look again: list, and settle what the listing decides', hint: 'look again'},
	{scope: 'recovery', action: 'send-again', keys: ['s'], label: 'send the create again (asks first)', hint: 'send again', guards: ['hasRow', 'canSendAgain', 'isWritable']},
	{scope: 'recovery', action: 'drop', keys: ['x'], label: 'stop following the change (asks first)', hint: 'drop', guards: ['hasRow', 'canDrop', 'isWritable']},
	{
		scope: 'recovery', action: 'roll-back', keys: ['b'], label: 'roll back; of a bulk operation, skip the rest', hint: 'roll back or skip',
		guards: ['hasRow', 'isWritable'], isDangerous: true, confirms: true,
	},
	...scrollKeys('recovery'),
	{scope: 'recovery', action: 'history', keys: ['H'], label: 'history of changes made from this machine', hint: 'history'},
	{scope: 'recovery', action: 'back', keys: ['esc', 'q'], label: 'back; the change stays pending', hint: 'back'},
] as const satisfies readonly BindingRow[];
