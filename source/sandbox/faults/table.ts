import {
	acceptedResponse,
	challengeResponse,
	changeResponse,
	closeConnection,
	errorResponse,
	resetConnection,
	retryLaterResponse,
	truncateResponse,
	type FaultResponse,
} from './fault-responses.ts';

/** A fault: its effect, and the requests it applies to. */
export type FaultRule = {
	/** The requests it applies to; `any` are all those in interface.md. */
	readonly on: 'any' | 'list' | 'create' | 'delete';
	/**
	`before`: the fault's response is sent, and the request has no effect.
	`within`: the request takes effect, or is answered, in another way; such faults combine with each other and with the rest.
	`after`: the request takes effect, and the fault's response is sent. Only successful requests count.
	*/
	readonly when: 'before' | 'within' | 'after';
	/** Limits the fault to requests on a connection that was kept after an earlier one. */
	readonly isForKept?: true;
	/** Limits the fault to every n-th such request; by default it affects every one. */
	readonly every?: number;
	/** The value that the fault can be given, and its default. */
	readonly value?: {readonly name: string; readonly default: number};
	readonly response?: FaultResponse;
	/** The behaviour of the service, for help. */
	readonly description: string;
};

const pageLength = {name: 'N', default: 2};

const table = {
	'any-401': {
		on: 'any',
		when: 'before',
		response: challengeResponse,
		description: 'respond 401, with words in WWW-Authenticate only',
	},
	'any-403': {
		on: 'any',
		when: 'before',
		response: errorResponse(403, 'This API key may do nothing'),
		description: 'respond 403',
	},
	'any-429': {
		on: 'any',
		when: 'before',
		response: retryLaterResponse(429),
		value: {name: 'SECONDS', default: 0},
		description: 'respond 429 with Retry-After: SECONDS',
	},
	'any-503': {on: 'any', when: 'before', response: errorResponse(503), description: 'respond 503'},
	'any-flapping': {
		on: 'any',
		when: 'before',
		every: 2,
		response: retryLaterResponse(503),
		description: 'respond 503 with Retry-After: 0 to every second one',
	},
	'any-third-500': {
		on: 'any',
		when: 'before',
		every: 3,
		response: errorResponse(500),
		description: 'respond 500 to every third one',
	},
	'any-kept-drop-before': {
		on: 'any',
		when: 'before',
		isForKept: true,
		response: closeConnection,
		description: 'on a kept connection: do nothing, close it',
	},
	'any-kept-drop-after': {
		on: 'any',
		when: 'after',
		isForKept: true,
		response: closeConnection,
		description: 'on a kept connection: execute, close it',
	},
	'any-slow': {
		on: 'any',
		when: 'within',
		value: {name: 'MS', default: 3000},
		description: 'execute, respond after MS milliseconds',
	},
	'key-renewed': {
		on: 'any',
		when: 'within',
		value: {name: 'N', default: 5},
		description: 'refuse the API key after N requests',
	},
	'list-503': {on: 'list', when: 'before', response: errorResponse(503), description: 'respond 503'},
	'list-cut': {
		on: 'list',
		when: 'after',
		response: truncateResponse,
		description: 'send half of the listing, then close the connection',
	},
	'list-empty': {on: 'list', when: 'within', description: 'list nothing'},
	'list-omits': {
		on: 'list',
		when: 'within',
		value: {name: 'PERCENT', default: 5},
		description: 'leave out each notification at random',
	},
	'list-delayed': {
		on: 'list',
		when: 'within',
		value: {name: 'MS', default: 5000},
		description: 'list the state of MS milliseconds ago',
	},
	'list-undocumented': {on: 'list', when: 'within', description: 'list members that a create refuses'},
	'list-pages': {on: 'list', when: 'within', value: pageLength, description: 'pages of N'},
	'list-pages-shift': {
		on: 'list',
		when: 'within',
		value: pageLength,
		description: 'pages of N; count falls, one is skipped',
	},
	'list-pages-repeat': {
		on: 'list',
		when: 'within',
		value: pageLength,
		description: 'pages of N; count stays, one is repeated',
	},
	'list-pages-skip': {
		on: 'list',
		when: 'within',
		value: pageLength,
		description: 'pages of N; count stays, one is skipped',
	},
	'list-etag': {on: 'list', when: 'within', description: 'give ETags; respond 304 to those that are right'},
	'list-etag-lies': {on: 'list', when: 'within', description: 'give ETags; respond 304 to any, whatever has changed'},
	'list-etag-same': {on: 'list', when: 'within', description: 'give one ETag for every content; respond 304 to it'},
	'create-403': {
		on: 'create',
		when: 'before',
		response: errorResponse(403, 'This API key may not create notifications'),
		description: 'create nothing, respond 403',
	},
	'create-409': {on: 'create', when: 'within', description: 'create nothing equal to a listed one, respond 409'},
	'create-drop-before': {
		on: 'create',
		when: 'before',
		response: resetConnection,
		description: 'create nothing, reset the connection',
	},
	'create-drop-after': {
		on: 'create',
		when: 'after',
		response: resetConnection,
		description: 'create it, reset the connection',
	},
	'create-500-before': {
		on: 'create',
		when: 'before',
		response: errorResponse(500),
		description: 'create nothing, respond 500',
	},
	'create-500-after': {
		on: 'create',
		when: 'after',
		response: errorResponse(500),
		description: 'create it, respond 500',
	},
	'create-cut': {
		on: 'create',
		when: 'after',
		response: truncateResponse,
		description: 'create it, respond 201 with half the body, then close',
	},
	'create-no-id': {
		on: 'create',
		when: 'after',
		response: changeResponse(201, () => ({})),
		description: 'create it, respond 201 with {}',
	},
	'create-string-id': {
		on: 'create',
		when: 'after',
		response: changeResponse(201, record => ({...record, id: String(record.id)})),
		description: 'create it, respond 201 with the id as a string',
	},
	'create-200': {
		on: 'create',
		when: 'after',
		response: changeResponse(200, record => record),
		description: 'create it, respond 200',
	},
	'create-same-id': {
		on: 'create',
		when: 'within',
		description: "overwrite the user's newest, or the newest; keep its id",
	},
	'create-reused-id': {
		on: 'create',
		when: 'within',
		description: 'create it with the id of one deleted before, if any',
	},
	'create-replay': {on: 'create', when: 'within', description: 'create it twice, respond with the second'},
	'create-no-effect': {on: 'create', when: 'within', description: 'create nothing, respond 201 with a new id'},
	'create-late': {
		on: 'create',
		when: 'within',
		value: {name: 'N', default: 3},
		description: 'create it, hide it from the next N listings',
	},
	'create-delayed': {
		on: 'create',
		when: 'within',
		value: {name: 'MS', default: 5000},
		description: 'respond, create it MS milliseconds later',
	},
	'create-rewrites': {on: 'create', when: 'within', description: 'trim text, make it NFC, lower-case e-mail domains'},
	'create-lying-id': {on: 'create', when: 'within', description: 'create it, respond with the id of another, if any'},
	'create-job-id': {
		on: 'create',
		when: 'after',
		response: acceptedResponse,
		description: 'create it, respond 202 with the UUID of a job as id',
	},
	'delete-403': {
		on: 'delete',
		when: 'before',
		response: errorResponse(403, 'This API key may not delete notifications'),
		description: 'delete nothing, respond 403',
	},
	'delete-drop-before': {
		on: 'delete',
		when: 'before',
		response: resetConnection,
		description: 'delete nothing, reset the connection',
	},
	'delete-drop-after': {
		on: 'delete',
		when: 'after',
		response: resetConnection,
		description: 'delete it, reset the connection',
	},
	'delete-500-before': {
		on: 'delete',
		when: 'before',
		response: errorResponse(500),
		description: 'delete nothing, respond 500',
	},
	'delete-500-after': {
		on: 'delete',
		when: 'after',
		response: errorResponse(500),
		description: 'delete it, respond 500',
	},
	'delete-404': {
		on: 'delete',
		when: 'after',
		response: errorResponse(404, 'There is no such notification'),
		description: 'delete it, respond 404',
	},
	'delete-200': {
		on: 'delete',
		when: 'after',
		response: () => Response.json({deleted: true}),
		description: 'delete it, respond 200 with a JSON body',
	},
	'delete-delayed': {
		on: 'delete',
		when: 'within',
		value: {name: 'MS', default: 5000},
		description: 'respond, delete it MS milliseconds later',
	},
	'delete-no-effect': {on: 'delete', when: 'within', description: 'delete nothing, respond 204'},
} as const satisfies Record<string, FaultRule>;

/** The name of a fault. Its first word is the kind of request it applies to; `any` or `key` for all. */
export type FaultName = keyof typeof table;

/** Every fault, by its name. */
export const faultTable: Readonly<Record<FaultName, FaultRule>> = table;

/** The names in the order of the table. */
export const faultNames = Object.keys(table) as readonly FaultName[];
