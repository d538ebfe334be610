/** How often a bulk operation sends what failed again. */
export const retriesOption = {
	type: 'number', value: 'N', minimum: 0, maximum: 100, isInteger: true, default: 0,
	summary: 'send what failed again up to N times',
} as const;

/** Which notifications a command is about. */
export const queryOption = {type: 'string', value: 'QUERY', completes: 'query', summary: 'all that a search finds, instead of IDs'} as const;

/** The IDs that a command takes. */
export const idsArgument = {name: 'ID', isRepeated: true, completes: 'id', summary: 'the notifications'} as const;
