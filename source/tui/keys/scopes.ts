type ScopeRow = {
	/** The name of the scope in the help, in the key table of docs/keys.md, and in the header of its screen. */
	readonly title: string;
	/** Whether single characters are typed as text. */
	readonly isText?: true;
};

/** The table of scopes, in the order of the help. A scope is a screen or one of its modes. Only one is active at a time, in addition to `everywhere`. */
export const scopes = {
	everywhere: {title: 'everywhere'},
	list: {title: 'list'},
	detail: {title: 'notification'},
	form: {title: 'form', isText: true},
	picker: {title: 'channel picker'},
	review: {title: 'review'},
	drafts: {title: 'drafts'},
	history: {title: 'history'},
	notices: {title: 'notices'},
	change: {title: 'change'},
	search: {title: 'search', isText: true},
	sort: {title: 'sort'},
	group: {title: 'group'},
	recovery: {title: 'pending changes'},
	requests: {title: 'requests'},
	request: {title: 'request'},
	try: {title: 'try filters'},
	file: {title: 'sample file', isText: true},
	delete: {title: 'delete'},
	duplicates: {title: 'duplicates'},
	bulk: {title: 'bulk delete', isText: true},
	undo: {title: 'undo'},
	'bulk-run': {title: 'bulk operation'},
	'bulk-paused': {title: 'bulk operation, paused'},
	'bulk-end': {title: 'bulk result'},
	profiles: {title: 'profiles'},
	compare: {title: 'compare profiles'},
	connect: {title: 'connect', isText: true},
	key: {title: 'API key', isText: true},
	account: {title: 'account'},
	copy: {title: 'copy'},
	palette: {title: 'palette', isText: true},
	help: {title: 'help', isText: true},
} as const satisfies Readonly<Record<string, ScopeRow>>;

export type Scope = keyof typeof scopes;

/** Whether single characters are typed as text in a scope. */
export const isTextScope = (scope: Scope): boolean => 'isText' in scopes[scope];
