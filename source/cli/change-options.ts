/** The number of times that a bulk operation sends failed items again. */
export const retriesOption = {
	type: 'number',
	value: 'N',
	minimum: 0,
	maximum: 100,
	isInteger: true,
	default: 0,
	summary: 'send what failed again up to N times',
} as const;

/** A query for the notifications to change. */
export const queryOption = {
	type: 'string',
	value: 'QUERY',
	completes: 'query',
	summary: 'all that a search finds, instead of IDs; every word of it must be a condition',
} as const;

/** All notifications, instead of IDs or a query. */
export const allOption = {type: 'boolean', summary: 'every notification of the account'} as const;

/** Lets a query find nothing. */
export const allowEmptyOption = {
	type: 'boolean',
	summary: 'end with 0, not with 5, if the query finds nothing',
} as const;

/** The IDs of the notifications to change. */
export const idsArgument = {name: 'ID', isRepeated: true, completes: 'id', summary: 'the notifications'} as const;

/** Sends again without undocumented members that the service refuses. They are sent as listed otherwise, although some services refuse what they list. */
export const omitRefusedOption = {
	type: 'boolean',
	summary: 'where the service refuses a member that it does not document, send without it',
} as const;

/** Sends a value that fails a check, as the form allows. */
export const acceptInvalidOption = {
	type: 'boolean',
	summary: "send it although a check of chainbell fails that is not the service's: recipient, checksum, topic, filter",
} as const;

/** Replaces a notification also where nobody knows what its template or topics are. */
export const acceptUnknownTemplateOption = {
	type: 'boolean',
	summary: 'replace also a template or topics that are unknown on this machine: they are lost',
} as const;

/** Deletes and replaces also what `protect` of config.yaml matches. */
export const unprotectOption = {type: 'boolean', summary: 'change also what protect of config.yaml matches'} as const;

/** The maximum size of a file with notifications. */
export const maxInputOption = {
	type: 'string',
	value: 'SIZE',
	summary: 'read a file of up to so many bytes, such as 100MB (default 20MB)',
} as const;
