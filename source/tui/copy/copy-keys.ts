import type {KeyScopes} from '../keys/key-row.ts';
import {copyJsonKey} from '../keys/shared-keys.ts';

/** The keys of the copy menu. */
export const copyKeys = {
	copy: {
		title: 'copy',
		rows: [
			{action: 'copy-id', keys: ['i'], label: 'copy the ID'},
			{action: 'copy-address', keys: ['a'], label: 'copy the address'},
			{action: 'copy-recipient', keys: ['r'], label: 'copy the recipient'},
			{action: 'copy-user', keys: ['u'], label: 'copy the user'},
			{action: 'copy-name', keys: ['n'], label: 'copy the name'},
			copyJsonKey,
			{action: 'copy-yaml', keys: ['y'], label: 'copy the body as YAML'},
			{action: 'copy-curl', keys: ['c'], label: 'copy the curl command that creates it'},
			{action: 'copy-command', keys: ['C'], label: 'copy the chainbell command that creates it'},
			{action: 'copy-link', keys: ['l'], label: 'copy the link to the block explorer'},
			{action: 'accept', keys: ['enter'], label: 'copy what is under the cursor', hint: 'copy'},
			{action: 'up', keys: ['up', 'k'], label: 'up'},
			{action: 'down', keys: ['down', 'j'], label: 'down'},
			{action: 'back', keys: ['esc', 'q'], label: 'cancel', hint: 'cancel'},
		],
	},
} as const satisfies KeyScopes;
