import type {KeyScopes} from '../keys/key-row.ts';
import {
	copyCommandKey,
	copyJsonKey,
	hasRefused,
	isIdle,
	isWritable,
	scrollKeys,
	unprotectKey,
} from '../keys/shared-keys.ts';

/** The keys of the question before something is undone. */
export const undoKeys = {
	undo: {
		title: 'undo',
		rows: [
			{
				action: 'confirm',
				keys: ['y'],
				label: 'undo it, as the screen says',
				hint: 'undo',
				guards: {isIdle, canUndo: 'It cannot be undone.', isWritable},
				isDangerous: true,
				confirms: true,
			},
			{
				action: 'back',
				keys: ['esc', 'n', 'q'],
				label: 'cancel; while it is sent: stop waiting',
				hint: 'back',
				askedHint: 'cancel',
				busyHint: 'stop waiting',
			},
			{
				action: 'edit',
				keys: ['e'],
				label: 'change what is created again, in the form',
				hint: 'edit first',
				guards: {isIdle, canEditFirst: 'Only what is created again can be changed before.', isWritable},
			},
			{
				action: 'omit',
				keys: ['o'],
				label: 'leave out what the service refused',
				hint: 'leave out',
				guards: {isIdle, hasRefused, isWritable},
			},
			unprotectKey,
			copyCommandKey,
			{...copyJsonKey, guards: {hasJson: 'There is no single body to copy.'}},
			...scrollKeys,
		],
	},
} as const satisfies KeyScopes;
