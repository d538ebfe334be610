import type {BindingRow} from '../binding-row.ts';

/** The keys of the copy menu. */
export const copyBindings = [
	{scope: 'copy', action: 'copy-id', keys: ['i'], label: 'copy the ID'},
	{scope: 'copy', action: 'copy-address', keys: ['a'], label: 'copy the address'},
	{scope: 'copy', action: 'copy-recipient', keys: ['r'], label: 'copy the recipient'},
	{scope: 'copy', action: 'copy-user', keys: ['u'], label: 'copy the user'},
	{scope: 'copy', action: 'copy-name', keys: ['n'], label: 'copy the name'},
	{scope: 'copy', action: 'copy-json', keys: ['J'], label: 'copy the JSON'},
	{scope: 'copy', action: 'copy-yaml', keys: ['y'], label: 'copy the body as YAML'},
	{scope: 'copy', action: 'copy-curl', keys: ['c'], label: 'copy the curl command that creates it'},
	{scope: 'copy', action: 'copy-link', keys: ['l'], label: 'copy the link to the block explorer'},
	{scope: 'copy', action: 'accept', keys: ['enter'], label: 'copy what is under the cursor', hint: 'copy'},
	{scope: 'copy', action: 'up', keys: ['up', 'k'], label: 'up'},
	{scope: 'copy', action: 'down', keys: ['down', 'j'], label: 'down'},
	{scope: 'copy', action: 'back', keys: ['esc', 'q'], label: 'cancel', hint: 'cancel'},
] as const satisfies readonly BindingRow[];
