import type {KeyScopes} from '../keys/key-row.ts';
import {copyCommandKey, copyJsonKey, isIdle, scrollKeys} from '../keys/shared-keys.ts';

/** The keys of the question before one notification is deleted. */
export const deleteKeys = {
	delete: {
		title: 'delete',
		rows: [
			{
				action: 'confirm',
				keys: ['y'],
				label: 'delete',
				hint: 'delete',
				guards: {isIdle},
				isDangerous: true,
				confirms: true,
			},
			{
				action: 'back',
				keys: ['esc', 'n', 'q'],
				label: 'cancel; while it is sent: stop waiting',
				hint: 'cancel',
				busyHint: 'stop waiting',
			},
			copyCommandKey,
			copyJsonKey,
			...scrollKeys,
		],
	},
} as const satisfies KeyScopes;
