import type {KeyScopes} from '../keys/key-row.ts';
import {hasRow, isAwaitingConfirmation, isWritable, scrollKeys} from '../keys/shared-keys.ts';

/** While a question is asked, only its answers act: another key could be meant for it. */
const isUnasked = 'Answer the question first: {recovery confirm} confirms, {recovery back} cancels.';

const isContested = 'No other edit of this notification is known.';

/** The keys of the pending changes. */
export const recoveryKeys = {
	recovery: {
		title: 'pending changes',
		rows: [
			{
				action: 'confirm',
				keys: ['y'],
				label: 'confirm: continue, send, delete or stop following',
				hint: 'confirm',
				guards: {isAwaitingConfirmation, isWritable},
				isDangerous: true,
				confirms: true,
			},
			{
				action: 'finish',
				keys: ['f'],
				label: 'finish the change (a bulk delete asks first)',
				hint: 'finish',
				guards: {hasRow, isUnasked, isWritable},
			},
			{
				action: 'roll-back',
				keys: ['b'],
				label: 'roll back; of a bulk operation, skip the rest',
				hint: 'roll back',
				guards: {hasRow, isUnasked, isWritable},
				isDangerous: true,
				confirms: true,
			},
			{
				action: 'refresh',
				keys: ['r'],
				label: 'look again: list, and settle what the listing decides',
				hint: 'look again',
				guards: {isUnasked},
			},
			{
				action: 'send-again',
				keys: ['s'],
				label: 'send the create again (asks first)',
				hint: 'send again',
				guards: {
					hasRow,
					isUnasked,
					canSendAgain: 'Only a create or an edit whose POST has no known outcome can be sent again.',
					isWritable,
				},
			},
			{
				action: 'open',
				keys: ['enter'],
				label: 'open the undecided items of a bulk operation',
				hint: 'open items',
				guards: {hasRow, isUnasked, hasItems: 'Only a bulk operation with undecided items has more to show.'},
			},
			{
				action: 'keep-mine',
				keys: ['m'],
				label: 'keep mine of two edits: delete theirs (asks first)',
				hint: 'keep mine',
				guards: {hasRow, isUnasked, isContested, isWritable},
			},
			{
				action: 'keep-theirs',
				keys: ['t'],
				label: 'keep theirs of two edits: delete mine (asks first)',
				hint: 'keep theirs',
				guards: {hasRow, isUnasked, isContested, isWritable},
			},
			{
				action: 'drop',
				keys: ['x'],
				label: 'stop following it, or all open items (asks first)',
				hint: 'stop following',
				guards: {hasRow, isUnasked, isWritable},
			},
			...scrollKeys,
			{action: 'back', keys: ['esc', 'q'], label: 'back; the change stays pending', hint: 'back'},
			{action: 'history', keys: ['H'], label: 'history of changes', hint: 'history'},
		],
	},
} as const satisfies KeyScopes;
