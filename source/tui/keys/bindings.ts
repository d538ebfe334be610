/** Where keys mean something. Exactly one scope is live at a time, beside `everywhere`. */
export type Scope = 'everywhere' | 'list' | 'detail' | 'form' | 'picker' | 'delete' | 'connect' | 'key' | 'help';

/** What must hold for a binding to be enabled. */
export type Need = 'record' | 'writable' | 'filter';

/** Said when a key is pressed whose need is not met. */
export const reasons: Readonly<Record<Need, string>> = {
	record: 'There is no notification selected.',
	writable: 'This profile is read-only.',
	filter: 'The cursor is not on a filter.',
};

export type Binding = {
	readonly scope: Scope;
	readonly action: Action;
	/** As `toKeyPress` names them; the first is the one to advertise. */
	readonly keys: readonly string[];
	readonly label: string;
	/** A word for the footer; without one it stands only in the help. */
	readonly hint?: string;
	readonly needs?: readonly Need[];
	/** It leads to a loss if confirmed. */
	readonly isDangerous?: true;
};

/**
Every key of the program: what is matched, and what the footer, the help screen and README's table show.

A scope in which text is typed (form, connect, key) leaves single characters to the text.
*/
export const bindings = [
	{scope: 'everywhere', action: 'help', keys: ['?', 'ctrl+g'], label: 'help', hint: 'help'},
	{scope: 'everywhere', action: 'back', keys: ['esc'], label: 'back, or clear'},
	{scope: 'everywhere', action: 'exit', keys: ['ctrl+c'], label: 'quit'},
	{scope: 'everywhere', action: 'suspend', keys: ['ctrl+z'], label: 'suspend'},
	{scope: 'everywhere', action: 'redraw', keys: ['ctrl+l'], label: 'redraw'},

	{scope: 'list', action: 'open', keys: ['enter'], label: 'open', hint: 'open', needs: ['record']},
	{scope: 'list', action: 'new', keys: ['n'], label: 'new notification', hint: 'new', needs: ['writable']},
	{scope: 'list', action: 'delete', keys: ['d'], label: 'delete, after asking', hint: 'delete', needs: ['record', 'writable'], isDangerous: true},
	{scope: 'list', action: 'refresh', keys: ['r'], label: 'refresh', hint: 'refresh'},
	{scope: 'list', action: 'up', keys: ['up', 'k'], label: 'up'},
	{scope: 'list', action: 'down', keys: ['down', 'j'], label: 'down'},
	{scope: 'list', action: 'page-up', keys: ['pgup', 'ctrl+u'], label: 'a page up'},
	{scope: 'list', action: 'page-down', keys: ['pgdn', 'ctrl+d'], label: 'a page down'},
	{scope: 'list', action: 'first', keys: ['g', 'home'], label: 'to the first'},
	{scope: 'list', action: 'last', keys: ['G', 'end'], label: 'to the last'},
	{scope: 'list', action: 'enter-key', keys: ['K'], label: 'enter another API key'},
	{scope: 'list', action: 'quit', keys: ['q'], label: 'quit', hint: 'quit'},

	{scope: 'detail', action: 'up', keys: ['up', 'k'], label: 'scroll up'},
	{scope: 'detail', action: 'down', keys: ['down', 'j'], label: 'scroll down', hint: 'scroll'},
	{scope: 'detail', action: 'page-up', keys: ['pgup', 'ctrl+u'], label: 'a page up'},
	{scope: 'detail', action: 'page-down', keys: ['pgdn', 'ctrl+d'], label: 'a page down'},
	{scope: 'detail', action: 'first', keys: ['g', 'home'], label: 'to the top'},
	{scope: 'detail', action: 'last', keys: ['G', 'end'], label: 'to the end'},
	{scope: 'detail', action: 'raw', keys: ['J'], label: 'raw JSON, and back', hint: 'raw JSON'},
	{scope: 'detail', action: 'delete', keys: ['d'], label: 'delete, after asking', hint: 'delete', needs: ['record', 'writable'], isDangerous: true},
	{scope: 'detail', action: 'back', keys: ['q'], label: 'back'},

	{scope: 'form', action: 'next', keys: ['tab', 'down'], label: 'next field', hint: 'next'},
	{scope: 'form', action: 'previous', keys: ['shift+tab', 'up'], label: 'previous field'},
	{scope: 'form', action: 'accept', keys: ['enter'], label: 'next field, or open a picker'},
	{scope: 'form', action: 'send', keys: ['ctrl+s'], label: 'check and send', hint: 'send'},
	{scope: 'form', action: 'add-filter', keys: ['ctrl+n'], label: 'add a filter', hint: 'add filter'},
	{scope: 'form', action: 'remove-filter', keys: ['ctrl+x'], label: 'remove the filter', hint: 'remove filter', needs: ['filter']},

	{scope: 'picker', action: 'back', keys: ['esc'], label: 'leave the channel as it is; up, down and enter choose', hint: 'back'},

	{scope: 'delete', action: 'confirm', keys: ['y'], label: 'delete it, for good', hint: 'delete', isDangerous: true},
	{scope: 'delete', action: 'back', keys: ['esc', 'n', 'q'], label: 'keep it', hint: 'keep it'},

	{scope: 'connect', action: 'next', keys: ['tab', 'down'], label: 'next field', hint: 'next'},
	{scope: 'connect', action: 'previous', keys: ['shift+tab', 'up'], label: 'previous field'},
	{scope: 'connect', action: 'accept', keys: ['enter'], label: 'next field; on the last, check and connect'},
	{scope: 'connect', action: 'check', keys: ['ctrl+s'], label: 'check and connect', hint: 'check and connect'},
	{scope: 'connect', action: 'sandbox', keys: ['ctrl+t'], label: 'try the sandbox instead', hint: 'try the sandbox'},

	{scope: 'key', action: 'accept', keys: ['enter'], label: 'check the key and go on', hint: 'check and go on'},

	{scope: 'help', action: 'up', keys: ['up', 'k'], label: 'scroll up'},
	{scope: 'help', action: 'down', keys: ['down', 'j'], label: 'scroll down', hint: 'scroll'},
	{scope: 'help', action: 'page-up', keys: ['pgup', 'ctrl+u'], label: 'a page up'},
	{scope: 'help', action: 'page-down', keys: ['pgdn', 'ctrl+d', 'space'], label: 'a page down'},
	{scope: 'help', action: 'back', keys: ['q'], label: 'back'},
] as const satisfies readonly BindingShape[];

type BindingShape = Omit<Binding, 'action'> & {readonly action: string};

export type Action = (typeof bindings)[number]['action'];

/** Scopes in which single characters are text. */
export const textScopes: ReadonlySet<Scope> = new Set<Scope>(['form', 'connect', 'key']);
