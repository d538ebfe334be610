import type {Socket} from 'node:net';
import {Buffer} from 'node:buffer';
import {randomUUID} from 'node:crypto';
import {setTimeout} from 'node:timers/promises';
import type {Context, MiddlewareHandler} from 'hono';
import {RESPONSE_ALREADY_SENT} from '@hono/node-server/utils/response';
import {type Env, errorBody} from './body.ts';
import {successorSuffix} from './keys.ts';

/**
The response that a fault sends instead of the normal one.

@param context - The request. For faults after the request was handled, `res` is the normal response.
@param value - The fault's value (see the table).
*/
type FaultResponse = (context: Context<Env>, value: number) => Response | Promise<Response>;

/** Sends nothing and resets the connection. */
const resetConnection: FaultResponse = ({env: {incoming}}) => {
	incoming.socket.resetAndDestroy();
	return RESPONSE_ALREADY_SENT;
};

/** Sends nothing and closes the connection, as a service does that has given up an idle one. */
const closeConnection: FaultResponse = ({env: {incoming}}) => {
	incoming.socket.end();
	return RESPONSE_ALREADY_SENT;
};

/** Sends the first half of the normal response, with the length of the whole, and closes the connection. */
const truncateResponse: FaultResponse = async ({res, env: {outgoing}}) => {
	const body = Buffer.from(await res.arrayBuffer());
	outgoing.writeHead(res.status, {'Content-Type': 'application/json', 'Content-Length': body.length});
	outgoing.write(body.subarray(0, body.length / 2), () => {
		outgoing.destroy();
	});
	return RESPONSE_ALREADY_SENT;
};

/** Sends an error in the usual form. */
const error =
	(status: number, message = 'A simulated fault of the sandbox'): FaultResponse =>
	() =>
		Response.json(errorBody(status, message), {status});

/** Sends 401 without a body; the problem is described in WWW-Authenticate (RFC 6750, section 3). */
const challenge: FaultResponse = () =>
	new Response(null, {
		status: 401,
		headers: {'WWW-Authenticate': 'Bearer error="invalid_token", error_description="A simulated fault of the sandbox"'},
	});

/** Like `error`, with the fault's value as Retry-After, in seconds. */
const retryLater =
	(status: number): FaultResponse =>
	async (context, seconds) => {
		const response = await error(status)(context, seconds);
		response.headers.set('Retry-After', String(seconds));
		return response;
	};

/** Sends the normal response with another status and a changed body. */
const changed =
	(status: number, change: (record: Readonly<Record<string, unknown>>) => unknown): FaultResponse =>
	async ({res}) =>
		Response.json(change((await res.json()) as Record<string, unknown>), {status});

/** A fault: its effect on the requests that it applies to, which its name begins with; `any` and `key` are all of interface.md. */
type FaultRule = {
	/**
	`before`: the fault's response is sent, and the request has no effect.
	`within`: the request takes effect, or is answered, in another way; such faults combine with each other and with the rest.
	`after`: the request takes effect, and the fault's response is sent. Only successful requests count.
	*/
	readonly when: 'before' | 'within' | 'after';
	/** The behaviour of the service, for help. */
	readonly description: string;
	readonly response?: FaultResponse;
	/** Limits the fault to requests on a connection that was kept after an earlier one. */
	readonly isForKept?: true;
	/** Limits the fault to every n-th such request; by default it affects every one. */
	readonly every?: number;
	/** The value that the fault can be given, and its default. */
	readonly value?: {readonly name: string; readonly default: number} | undefined;
};

const answering =
	(when: FaultRule['when']) =>
	(
		response: FaultResponse,
		description: string,
		more?: Pick<FaultRule, 'isForKept' | 'every' | 'value'>,
	): FaultRule => ({when, response, description, ...more});

const [before, after] = [answering('before'), answering('after')];

const within = (description: string, value?: FaultRule['value']): FaultRule => ({when: 'within', description, value});

const pageLength = {name: 'N', default: 2};
const fiveSeconds = {name: 'MS', default: 5000};

const table = {
	'any-401': before(challenge, 'respond 401, with words in WWW-Authenticate only'),
	'any-403': before(error(403, 'This API key may do nothing'), 'respond 403'),
	'any-429': before(retryLater(429), 'respond 429 with Retry-After: SECONDS', {value: {name: 'SECONDS', default: 0}}),
	'any-503': before(error(503), 'respond 503'),
	'any-flapping': before(retryLater(503), 'respond 503 with Retry-After: 0 to every second one', {every: 2}),
	'any-third-500': before(error(500), 'respond 500 to every third one', {every: 3}),
	'any-kept-drop-before': before(closeConnection, 'on a kept connection: do nothing, close it', {isForKept: true}),
	'any-kept-drop-after': after(closeConnection, 'on a kept connection: execute, close it', {isForKept: true}),
	'any-slow': within('execute, respond after MS milliseconds', {name: 'MS', default: 3000}),
	'key-renewed': within('refuse the API key after N requests', {name: 'N', default: 5}),
	'list-503': before(error(503), 'respond 503'),
	'list-cut': after(truncateResponse, 'send half of the listing, then close the connection'),
	'list-empty': within('list nothing'),
	'list-omits': within('leave out each notification at random', {name: 'PERCENT', default: 5}),
	'list-delayed': within('list the state of MS milliseconds ago', fiveSeconds),
	'list-undocumented': within('list members that a create refuses'),
	'list-pages': within('pages of N', pageLength),
	'list-pages-shift': within('pages of N; count falls, one is skipped', pageLength),
	'list-pages-repeat': within('pages of N; count stays, one is repeated', pageLength),
	'list-pages-skip': within('pages of N; count stays, one is skipped', pageLength),
	'list-etag': within('give ETags; respond 304 to those that are right'),
	'list-etag-lies': within('give ETags; respond 304 to any, whatever has changed'),
	'list-etag-same': within('give one ETag for every content; respond 304 to it'),
	'create-403': before(error(403, 'This API key may not create notifications'), 'create nothing, respond 403'),
	'create-409': within('create nothing equal to a listed one, respond 409'),
	'create-drop-before': before(resetConnection, 'create nothing, reset the connection'),
	'create-drop-after': after(resetConnection, 'create it, reset the connection'),
	'create-500-before': before(error(500), 'create nothing, respond 500'),
	'create-500-after': after(error(500), 'create it, respond 500'),
	'create-cut': after(truncateResponse, 'create it, respond 201 with half the body, then close'),
	'create-no-id': after(
		changed(201, () => ({})),
		'create it, respond 201 with {}',
	),
	'create-string-id': after(
		changed(201, record => ({...record, id: String(record.id)})),
		'create it, respond 201 with the id as a string',
	),
	'create-200': after(
		changed(200, record => record),
		'create it, respond 200',
	),
	'create-same-id': within("overwrite the user's newest, or the newest; keep its id"),
	'create-reused-id': within('create it with the id of one deleted before, if any'),
	'create-replay': within('create it twice, respond with the second'),
	'create-no-effect': within('create nothing, respond 201 with a new id'),
	'create-late': within('create it, hide it from the next N listings', {name: 'N', default: 3}),
	'create-delayed': within('respond, create it MS milliseconds later', fiveSeconds),
	'create-rewrites': within('trim text, make it NFC, lower-case e-mail domains'),
	'create-lying-id': within('create it, respond with the id of another, if any'),
	'create-job-id': after(
		changed(202, () => ({id: randomUUID(), status: 'pending'})),
		'create it, respond 202 with the UUID of a job as id',
	),
	'delete-403': before(error(403, 'This API key may not delete notifications'), 'delete nothing, respond 403'),
	'delete-drop-before': before(resetConnection, 'delete nothing, reset the connection'),
	'delete-drop-after': after(resetConnection, 'delete it, reset the connection'),
	'delete-500-before': before(error(500), 'delete nothing, respond 500'),
	'delete-500-after': after(error(500), 'delete it, respond 500'),
	'delete-404': after(error(404, 'There is no such notification'), 'delete it, respond 404'),
	'delete-200': after(() => Response.json({deleted: true}), 'delete it, respond 200 with a JSON body'),
	'delete-delayed': within('respond, delete it MS milliseconds later', fiveSeconds),
	'delete-no-effect': within('delete nothing, respond 204'),
};

/** The name of a fault. Its first word is the kind of request it applies to; `any` or `key` for all. */
export type FaultName = keyof typeof table;

/** Every fault, by its name. */
export const faultTable: Readonly<Record<FaultName, FaultRule>> = table;

/** The names in the order of the table. */
export const faultNames = Object.keys(table) as readonly FaultName[];

/** A fault to activate. */
export type Fault = {
	readonly name: FaultName;
	/** The number of requests it affects; by default all. */
	readonly count?: number;
	/** The value described in the table: seconds for `any-429`, milliseconds for `any-slow`, listings for `create-late`. */
	readonly value?: number;
};

/**
Parses faults in the notation of the command line: `NAME[=VALUE][:COUNT]`.

@returns The faults, or the problem with the first invalid one.
*/
export function readFaults(texts: readonly string[]): {readonly faults: readonly Fault[]} | {readonly problem: string} {
	const read = texts.map(text => readFault(text));
	const problem = read.find(fault => typeof fault === 'string');
	return problem === undefined ? {faults: read.filter(fault => typeof fault !== 'string')} : {problem};
}

function readFault(text: string): Fault | string {
	const [, name = '', value, count] = /^([^:=]*)(?:=(\d{1,9}))?(?::([1-9]\d{0,8}))?$/v.exec(text) ?? [];
	if (!Object.hasOwn(table, name)) {
		return `--fault must be NAME[=VALUE][:COUNT], not "${text}". NAME is one of ${faultNames.join(', ')}.`;
	}

	const known = name as FaultName;
	return value !== undefined && !faultTable[known].value
		? `The fault ${name} takes no value.`
		: {
				name: known,
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
	const combining = faultNames.filter(name => faultTable[name].when === 'within').join(', ');
	return `Faults, named after the requests they apply to
${rows.map(([form, description]) => `  ${form.padEnd(width)}  ${description}`).join('\n')}

A fault applies to every such request, or with :COUNT to the next COUNT. A
request gets one response: from a fault that keeps it from taking effect, else
from the fault given first. Requests without a valid API key are not affected.
The following combine with each other and with the rest. For example,
with delete-delayed and delete-drop-after the response is lost, and the
notification is deleted later.
${combining.replaceAll(/\S.{0,75}(?=\s|$)\s?/gv, line => `  ${line.trimEnd()}\n`).trimEnd()}

A second API key of the same account, which only key-renewed accepts, is the
API key followed by ${successorSuffix}.`;
}

/** Switches for faults while the sandbox runs. */
export type Faults = Pick<FaultSwitches, 'add' | 'clear' | 'settle'>;

/** The kind of a request, as far as faults distinguish kinds. */
export type RequestKind = 'list' | 'create' | 'delete' | 'other';

/** The stage of a request: before it is handled, or between that and the response. */
export type RequestStage = 'before' | 'after';

type ActiveFault = FaultRule & {
	readonly name: FaultName;
	readonly given: number;
	/** The requests that it could apply to so far. */
	requests: number;
	remaining: number;
};

/** The connections on which a request was handled. */
const used = new WeakSet<Socket>();

/** The active faults, and functions to apply them. */
export type FaultSwitches = ReturnType<typeof createFaultSwitches>;

/** Creates the switches of a sandbox, with the initial faults active. */
export function createFaultSwitches(initial: readonly Fault[], now: () => number) {
	const activate = ({name, count = Infinity, value}: Fault): ActiveFault => {
		const rule = faultTable[name];
		return {...rule, name, given: value ?? rule.value?.default ?? 0, requests: 0, remaining: count};
	};

	let active: readonly ActiveFault[] = initial.map(fault => activate(fault));
	let waiting: ReadonlyArray<{readonly at: number; readonly effect: (at: number) => void}> = [];
	const hidden = new Map<number, number>();

	const take = (isMatching: (fault: ActiveFault) => boolean): ActiveFault | undefined => {
		const fault = active.find(each => isMatching(each));
		if (fault && --fault.remaining === 0) {
			active = active.filter(other => other !== fault);
		}

		return fault;
	};

	return {
		/** Activates a fault. A request gets one response: if several faults apply, that of one that comes `before`, or else of the one added first. Faults `within` combine. */
		add(fault: Fault) {
			active = [...active, activate(fault)];
		},
		/** Deactivates the faults with a name, or all; notifications that they hid are listed again. Delayed changes still take effect. */
		clear(name?: FaultName) {
			active = active.filter(fault => name !== undefined && fault.name !== name);
			if (name === undefined || name === 'create-late') {
				hidden.clear();
			}
		},
		/** Adds a change that was confirmed and takes effect at a time, which it receives. No timer is needed, because due changes are applied before the next request is handled. */
		delay(at: number, effect: (at: number) => void) {
			waiting = [...waiting, {at, effect}].toSorted((one, other) => one.at - other.at);
		},
		/** Applies the changes that `create-delayed` and `delete-delayed` delay up to a time, in order; by default all. */
		settle(until = Infinity) {
			const due = waiting.filter(({at}) => at <= until);
			waiting = waiting.filter(({at}) => at > until);
			for (const {at, effect} of due) {
				effect(at);
			}
		},
		/** The ids of notifications that `create-late` hides, with the number of listings that will not show them. */
		hidden,
		/** Returns the time on the sandbox's clock, in milliseconds. */
		now,
		/** Whether a fault is active. */
		isOn: (name: FaultName) => active.some(fault => fault.name === name),
		/** Counts a request with an API key that `key-renewed` has replaced, or will replace. Returns whether it is refused. */
		refusesKey: () => take(fault => fault.name === 'key-renewed' && ++fault.requests > fault.given) !== undefined,
		/** Counts a request against a fault. Returns the fault's value; undefined if it is not active. */
		use: (name: FaultName) => take(fault => fault.name === name)?.given,
		/** Returns the response of a fault to a request, if one applies. */
		async respond(stage: RequestStage, kind: RequestKind, context: Context<Env>) {
			const isKept = used.has(context.env.incoming.socket);
			// The last part counts a request that the fault could apply to.
			const fault = take(
				each =>
					each.when === stage &&
					['any', kind].includes(each.name.split('-', 1)[0]!) &&
					(each.isForKept !== true || isKept) &&
					++each.requests % (each.every ?? 1) === 0,
			);
			return fault?.response?.(context, fault.given);
		},
	};
}

/** A function awaited at both stages of every request. */
export type RequestHook = (stage: RequestStage, kind: RequestKind) => Promise<void>;

/** Applies the active faults to requests of one kind. */
export const faultMiddleware =
	({respond, use}: FaultSwitches, kind: RequestKind, hook?: RequestHook): MiddlewareHandler<Env> =>
	async (context, next) => {
		await hook?.('before', kind);
		const early = await respond('before', kind, context);
		if (early) {
			// The fault's response is sent, and the request is not handled.
			context.res = early;
		} else {
			await next();
			await hook?.('after', kind);
			const milliseconds = use('any-slow');
			if (milliseconds !== undefined) {
				// The timer is unreferenced, because a closed sandbox must not keep the process alive.
				await setTimeout(milliseconds, undefined, {ref: false});
			}

			const late = context.res.ok ? await respond('after', kind, context) : undefined;
			if (late) {
				context.res = late;
			}
		}

		used.add(context.env.incoming.socket);
	};
