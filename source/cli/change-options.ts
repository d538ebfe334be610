/** How often a bulk operation sends what failed again. */
export const retriesOption = {
	type: 'number', value: 'N', minimum: 0, maximum: 100, isInteger: true, default: 0,
	summary: 'send what failed again up to N times',
} as const;

/** Which notifications a command is about. */
export const queryOption = {type: 'string', value: 'QUERY', completes: 'query', summary: 'all that a search finds, instead of IDs; every word of it must be a condition'} as const;

/** Every notification, instead of IDs or a query. */
export const allOption = {type: 'boolean', summary: 'every notification of the account'} as const;

/** The IDs that a command takes. */
export const idsArgument = {name: 'ID', isRepeated: true, completes: 'id', summary: 'the notifications'} as const;

/** Undocumented members are sent as they are listed; some services refuse what they list. */
export const omitRefusedOption = {type: 'boolean', summary: 'where the service refuses a member that it does not document, send without it'} as const;

/** What the form offers for a value that fails a check. */
export const acceptInvalidOption = {type: 'boolean', summary: 'send it although a check of chainbell fails that is not the service\'s: recipient, checksum, topic, filter'} as const;
