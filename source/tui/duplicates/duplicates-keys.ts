import type {KeyScopes} from '../keys/key-row.ts';
import {hasMarks, hasRow, isWritable, scrollKeys} from '../keys/shared-keys.ts';

const isCurrent = 'What is shown is not a complete listing of now. Press {duplicates refresh} to refresh first.';

/** The keys of the duplicates. */
export const duplicatesKeys = {
	duplicates: {
		title: 'duplicates',
		rows: [
			{
				action: 'delete',
				keys: ['d', 'delete'],
				label: 'delete the marked (asks first)',
				hint: 'delete marked',
				guards: {hasMarks, isWritable},
				isDangerous: true,
			},
			{
				action: 'mark-all',
				keys: ['a'],
				label: 'mark all but the oldest of each group, or unmark',
				hint: 'mark all but oldest',
				guards: {hasRow, isCurrent},
			},
			{
				action: 'mark',
				keys: ['space'],
				label: 'mark the row; of a group all but the oldest',
				hint: 'mark',
				guards: {hasRow, isCurrent},
			},
			{action: 'open', keys: ['enter'], label: 'open the notification', hint: 'open', guards: {hasRow}},
			{action: 'refresh', keys: ['r'], label: 'list again, and look for duplicates', hint: 'refresh'},
			...scrollKeys,
			{action: 'back', keys: ['esc', 'q'], label: 'back to the list, which keeps the marks', hint: 'back'},
		],
	},
} as const satisfies KeyScopes;
