import type {Socket} from 'node:net';
import {Buffer} from 'node:buffer';
import {randomUUID} from 'node:crypto';
import {setTimeout} from 'node:timers/promises';
import type {Context, MiddlewareHandler} from 'hono';
import {RESPONSE_ALREADY_SENT} from '@hono/node-server/utils/response';
import {type Env, errorBody} from './body.ts';
import {successorSuffix} from './keys.ts';

/** A list of items, each of which can be taken a limited number of times. */
export type Countdown<Item> = {
	/** Adds an item. Without a count it can be taken any number of times. */
	readonly add: (item: Item, count?: number) => void;
	/** Takes the first item that matches, in the order in which they were added. */
	readonly take: (isMatching: (item: Item) => boolean) => Item | undefined;
	/** Whether an item matches. */
	readonly has: (isMatching: (item: Item) => boolean) => boolean;
	/** Removes all items that match. */
	readonly remove: (isMatching: (item: Item) => boolean) => void;
};

/** Creates an empty list. */
export function createCountdown<Item>(): Countdown<Item> {
	let entries: ReadonlyArray<{readonly item: Item; remaining: number}> = [];

	return {
		add(item, count = Infinity) {
			entries = [...entries, {item, remaining: count}];
		},
		take(isMatching) {
			const entry = entries.find(({item}) => isMatching(item));
			if (entry && --entry.remaining === 0) {
				entries = entries.filter(other => other !== entry);
			}

			return entry?.item;
		},
		has: isMatching => entries.some(({item}) => isMatching(item)),
		remove(isMatching) {
			entries = entries.filter(({item}) => !isMatching(item));
		},
	};
}

/** Changes that were confirmed but have not taken effect yet. */
export type DelayedEffects = {
	/** Adds a change that takes effect at a time, which `effect` receives. */
	readonly add: (at: number, effect: (at: number) => void) => void;
	/** Applies the changes that are due by a time, in order. */
	readonly settle: (until: number) => void;
};

/** Creates an empty queue. No timer is needed, because due changes are applied before the next request is handled. */
export function createDelayedEffects(): DelayedEffects {
	let waiting: ReadonlyArray<{readonly at: number; readonly effect: (at: number) => void}> = [];

	return {
		add(at, effect) {
			waiting = [...waiting, {at, effect}].toSorted((one, other) => one.at - other.at);
		},
		settle(until) {
			const due = waiting.filter(({at}) => at <= until);
			waiting = waiting.filter(({at}) => at > until);
			for (const {at, effect} of due) {
				effect(at);
			}
		},
	};
}

/** The connections on which a request was handled. */
const used = new WeakSet<Socket>();

/** Notes that a request was handled on its connection. */
export function noteUse({env: {incoming}}: Context<Env>): void {
	used.add(incoming.socket);
}

/** Whether a request came on a connection that was kept after an earlier one. */
export const isOnKeptConnection = ({env: {incoming}}: Context<Env>): boolean => used.has(incoming.socket);

/**
The response that a fault sends instead of the normal one.

@param context - The request. For faults after the request was handled, `res` is the normal response.
@param value - The fault's value (see the table).
*/
export type FaultResponse = (context: Context<Env>, value: number) => Response | Promise<Response>;

/** Sends nothing and resets the connection. */
export const resetConnection: FaultResponse = ({env: {incoming}}) => {
	incoming.socket.resetAndDestroy();
	return RESPONSE_ALREADY_SENT;
};

/** Sends nothing and closes the connection, as a service does that has given up an idle one. */
export const closeConnection: FaultResponse = ({env: {incoming}}) => {
	incoming.socket.end();
	return RESPONSE_ALREADY_SENT;
};

/** Sends the first half of the normal response, with the length of the whole, and closes the connection. */
export const truncateResponse: FaultResponse = async ({res, env: {outgoing}}) => {
	const body = Buffer.from(await res.arrayBuffer());
	outgoing.writeHead(res.status, {'Content-Type': 'application/json', 'Content-Length': body.length});
	outgoing.write(body.subarray(0, body.length / 2), () => {
		outgoing.destroy();
	});
	return RESPONSE_ALREADY_SENT;
};

/** Sends an error in the usual form. */
export const errorResponse =
	(status: number, message = 'A simulated fault of the sandbox'): FaultResponse =>
	() =>
		Response.json(errorBody(status, message), {status});

/** Sends 401 without a body; the problem is described in WWW-Authenticate (RFC 6750, section 3). */
export const challengeResponse: FaultResponse = () =>
	new Response(null, {
		status: 401,
		headers: {'WWW-Authenticate': 'Bearer error="invalid_token", error_description="A simulated fault of the sandbox"'},
	});

/** Like `errorResponse`, with the fault's value as Retry-After, in seconds. */
export const retryLaterResponse =
	(status: number): FaultResponse =>
	async (context, seconds) => {
		const response = await errorResponse(status)(context, seconds);
		response.headers.set('Retry-After', String(seconds));
		return response;
	};

/** Sends the normal response with another status and a changed body. */
export const changeResponse =
	(status: number, change: (record: Readonly<Record<string, unknown>>) => unknown): FaultResponse =>
	async ({res}) =>
		Response.json(change((await res.json()) as Record<string, unknown>), {status});

/** Sends 202 with the UUID of a job in place of the new id. */
export const acceptedResponse: FaultResponse = () =>
	Response.json({id: randomUUID(), status: 'pending'}, {status: 202});

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

/**
Parses faults in the notation of the command line: `NAME[=VALUE][:COUNT]`.

@returns The faults, or the problem with the first invalid one.
*/
export function readFaults(texts: readonly string[]): {readonly faults: readonly Fault[]} | {readonly problem: string} {
	const faults: Fault[] = [];
	for (const text of texts) {
		const fault = readFault(text);
		if (typeof fault === 'string') {
			return {problem: fault};
		}

		faults.push(fault);
	}

	return {faults};
}

function readFault(text: string): Fault | string {
	const [, name = '', value, count] = /^([^:=]*)(?:=(\d{1,9}))?(?::([1-9]\d{0,8}))?$/v.exec(text) ?? [];
	if (!isFaultName(name)) {
		return `--fault must be NAME[=VALUE][:COUNT], not "${text}". NAME is one of ${faultNames.join(', ')}.`;
	}

	if (value !== undefined && !faultTable[name].value) {
		return `The fault ${name} takes no value.`;
	}

	return {
		name,
		...(value !== undefined && {value: Number(value)}),
		...(count !== undefined && {count: Number(count)}),
	};
}

/** Formats a fault in the notation of the command line. */
export const faultText = ({name, value, count}: Fault): string =>
	name + (value === undefined ? '' : `=${value}`) + (count === undefined ? '' : `:${count}`);

/** The part of `chainbell sandbox --help` that explains faults. */
export function faultHelp(): string {
	const rows = faultNames.map(name => {
		const {value, description} = faultTable[name];
		return value
			? ([`${name}[=${value.name}]`, `${description} (default ${value.default})`] as const)
			: ([name, description] as const);
	});
	const width = Math.max(...rows.map(([form]) => form.length));
	return [
		'Faults, named after the requests they apply to',
		...rows.map(([form, description]) => `  ${form.padEnd(width)}  ${description}`),
		'',
		'A fault applies to every such request, or with :COUNT to the next COUNT. A',
		'request gets one response: from a fault that keeps it from taking effect, else',
		'from the fault given first. Requests without a valid API key are not affected.',
		'The following combine with each other and with the rest. For example,',
		'with delete-delayed and delete-drop-after the response is lost, and the',
		'notification is deleted later.',
		...wrap(faultNames.filter(name => faultTable[name].when === 'within').join(', ')),
		'',
		'A second API key of the same account, which only key-renewed accepts, is the',
		`API key followed by ${successorSuffix}.`,
	].join('\n');
}

/** Wraps text into indented lines of at most 76 characters. */
const wrap = (text: string): string[] => text.match(/\S.{0,75}(?=\s|$)/gv)!.map(line => `  ${line}`);

const isFaultName = (name: string): name is FaultName => Object.hasOwn(faultTable, name);

/** A fault to activate. */
export type Fault = {
	readonly name: FaultName;
	/** The number of requests it affects; by default all. */
	readonly count?: number;
	/** The value described in the table: seconds for `any-429`, milliseconds for `any-slow`, listings for `create-late`. */
	readonly value?: number;
};

/** Switches for faults while the sandbox runs. */
export type Faults = {
	/** Activates a fault. A request gets one response: if several faults apply, that of one that comes `before`, or else of the one added first. Faults `within` combine. */
	readonly add: (fault: Fault) => void;
	/** Deactivates the faults with a name, or all; notifications that they hid are listed again. Delayed changes still take effect. */
	readonly clear: (name?: FaultName) => void;
	/** Applies all changes that `create-delayed` and `delete-delayed` delay. */
	readonly settle: () => void;
};

/** The kind of a request, as far as faults distinguish kinds. */
export type RequestKind = 'list' | 'create' | 'delete' | 'other';

/** The stage of a request: before it is handled, or between that and the response. */
export type RequestStage = 'before' | 'after';

/** The active faults, and functions to apply them. */
export type FaultSwitches = Faults & {
	/** The ids of notifications that `create-late` hides, with the number of listings that will not show them. */
	readonly hidden: Map<number, number>;
	/** The changes that take effect later. */
	readonly delayed: DelayedEffects;
	/** Returns the time on the sandbox's clock, in milliseconds. */
	readonly now: () => number;
	/** Whether a fault is active. */
	readonly isOn: (name: FaultName) => boolean;
	/** Counts a request with an API key that `key-renewed` has replaced, or will replace. Returns whether it is refused. */
	readonly refusesKey: () => boolean;
	/** Counts a request against a fault. Returns the fault's value; undefined if it is not active. */
	readonly use: (name: FaultName) => number | undefined;
	/** Returns the response of a fault to a request, if one applies. */
	readonly respond: (stage: RequestStage, kind: RequestKind, context: Context<Env>) => Promise<Response | undefined>;
	/** Waits for the time set by `any-slow`. */
	readonly delayResponse: () => Promise<void>;
};

type ActiveFault = {readonly name: FaultName; readonly rule: FaultRule; readonly value: number; requests: number};

/** Creates the switches of a sandbox, with the initial faults active. */
export function createFaultSwitches(initial: readonly Fault[], now: () => number): FaultSwitches {
	const active = createCountdown<ActiveFault>();
	const hidden = new Map<number, number>();
	const delayed = createDelayedEffects();

	const add = ({name, count, value = faultTable[name].value?.default ?? 0}: Fault) => {
		active.add({name, rule: faultTable[name], value, requests: 0}, count);
	};

	const use = (name: FaultName) => active.take(fault => fault.name === name)?.value;

	for (const fault of initial) {
		add(fault);
	}

	return {
		add,
		clear(name) {
			active.remove(fault => name === undefined || fault.name === name);
			if (name === undefined || name === 'create-late') {
				hidden.clear();
			}
		},
		settle() {
			delayed.settle(Infinity);
		},
		hidden,
		delayed,
		now,
		isOn: name => active.has(fault => fault.name === name),
		refusesKey: () =>
			active.take(fault => fault.name === 'key-renewed' && ++fault.requests > fault.value) !== undefined,
		use,
		async respond(stage, kind, context) {
			const fault = active.take(
				each =>
					each.rule.when === stage &&
					isApplicable(each.rule.on, kind) &&
					(each.rule.isForKept !== true || isOnKeptConnection(context)) &&
					isItsTurn(each),
			);
			return fault?.rule.response?.(context, fault.value);
		},
		async delayResponse() {
			const milliseconds = use('any-slow');
			if (milliseconds !== undefined) {
				// The timer is unreferenced, because a closed sandbox must not keep the process alive.
				await setTimeout(milliseconds, undefined, {ref: false});
			}
		},
	};
}

const isApplicable = (on: FaultRule['on'], kind: RequestKind): boolean => on === 'any' || on === kind;

/** Counts a request that a fault could apply to. Returns whether it applies. */
const isItsTurn = (fault: ActiveFault): boolean => ++fault.requests % (fault.rule.every ?? 1) === 0;

/** A function awaited at both stages of every request. */
export type RequestHook = (stage: RequestStage, kind: RequestKind) => Promise<void>;

/** Applies the active faults to requests of one kind. */
export const faultMiddleware =
	(switches: FaultSwitches, kind: RequestKind, hook?: RequestHook): MiddlewareHandler<Env> =>
	async (context, next) => {
		await hook?.('before', kind);
		const early = await switches.respond('before', kind, context);
		if (early) {
			// The fault's response is sent, and the request is not handled.
			context.res = early;
			noteUse(context);
			return;
		}

		await next();
		await hook?.('after', kind);
		await switches.delayResponse();
		const late = context.res.ok ? await switches.respond('after', kind, context) : undefined;
		if (late) {
			context.res = late;
		}

		noteUse(context);
	};
