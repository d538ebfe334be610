import {setImmediate} from 'node:timers/promises';
import {createHash} from 'node:crypto';
import {Hono, type Context, type MiddlewareHandler} from 'hono';
import {HTTPException} from 'hono/http-exception';
import type {ContentfulStatusCode} from 'hono/utils/http-status';
import {type Env, errorBody, readJsonBytes, readCreateBody, type FieldErrors, type CreateBody} from './body.ts';
import {faultMiddleware, type RequestHook, type FaultSwitches, type RequestKind, type FaultName} from './faults.ts';
import {authenticate} from './keys.ts';
import type {Store} from './store.ts';
import {type ListedFields, readAll} from './faulty-store.ts';

/** interface.md, "Endpoints". */
const notificationsPath = 'api/v1/service/notifications/';
const webhooksPath = 'api/v1/webhooks/';

const json = {'Content-Type': 'application/json'};

/**
The service's routes (interface.md, "Endpoints") over a store.

@param store - The notifications.
@param owners - Fingerprints of the valid API keys.
@param switches - The faults to simulate.
@param hook - Awaited before each request is handled, and before its response is sent.
*/
export function createApp(store: Store, owners: readonly string[], switches: FaultSwitches, hook?: RequestHook) {
	const app = new Hono<Env>();
	const withFaults = (kind: RequestKind) => faultMiddleware(switches, kind, hook);

	app.use('/api/v1/*', requireKey(owners, switches));

	app.get(`/${notificationsPath}`, withFaults('list'), entityTags(switches), context => {
		const owner = context.get('owner');
		const page = readPage(store, switches, owner, context.req.url);
		return page === undefined ? context.body(toStream(store.list(owner)), 200, json) : context.json(page);
	});

	app.post(`/${notificationsPath}`, withFaults('create'), async context => {
		const read = readCreateBody(await readJsonBytes(context.req.raw));
		return 'body' in read
			? context.body(store.create(context.get('owner'), read.body), 201, json)
			: answerError(context, 400, 'The notification is not valid: see errors', read.errors);
	});

	app.delete(`/${notificationsPath}:id/`, withFaults('delete'), context => {
		const id = context.req.param('id');
		// The response is the same for an id of another owner, so as not to reveal that it exists.
		return /^[1-9]\d*$/v.test(id) && store.remove(context.get('owner'), id)
			? context.body(null, 204)
			: answerError(context, 404, 'There is no such notification');
	});

	// Only that this path accepts a GET is documented (interface.md, "Webhooks collection"), so an empty collection is returned.
	app.get(`/${webhooksPath}`, withFaults('other'), context => context.json([]));

	app.all(`/${notificationsPath}`, refuseMethod('GET, HEAD, POST'));
	app.all(`/${notificationsPath}:id/`, refuseMethod('DELETE'));
	app.all(`/${webhooksPath}`, refuseMethod('GET, HEAD'));

	app.notFound(context => answerError(context, 404, 'There is nothing at this path'));
	app.onError((error, context) =>
		error instanceof HTTPException
			? answerError(context, error.status, error.message)
			: answerError(context, 500, 'Something went wrong in the sandbox'),
	);

	return app;
}

const requireKey =
	(owners: readonly string[], switches: FaultSwitches): MiddlewareHandler<Env> =>
	async (context, next) => {
		const found = authenticate(owners, context.req.header('Authorization'));
		const isValid = found !== undefined && (found.isSuccessor ? switches.isOn('key-renewed') : !switches.refusesKey());
		if (!isValid) {
			context.header('WWW-Authenticate', 'Bearer');
			// The status and message are documented (interface.md, "Errors").
			return answerError(context, 401, 'Invalid or missing API key');
		}

		context.set('owner', found.owner);
		return next();
	};

function answerError(context: Context<Env>, status: ContentfulStatusCode, message: string, errors?: FieldErrors) {
	return context.json(errorBody(status, message, errors), status);
}

const refuseMethod = (allow: string) => (context: Context<Env>) => {
	context.header('Allow', allow);
	return answerError(context, 405, `${context.req.method} is not supported here`);
};

/** Creates a response body that reads the next piece only when the client is ready for it. */
function toStream(pieces: Iterator<Uint8Array, void>) {
	return new ReadableStream<Uint8Array>({
		async pull(controller) {
			// This yields to the event loop between pieces, so that a long listing delays neither other requests nor the screens in this process.
			await setImmediate();
			const {value} = pieces.next();
			if (value) {
				controller.enqueue(value);
			} else {
				controller.close();
			}
		},
	});
}

/** Gives listings an ETag, and answers If-None-Match with 304 (RFC 9110, section 13.1.2), if one of the faults for that is active: interface.md names neither. */
const entityTags =
	({use}: FaultSwitches): MiddlewareHandler<Env> =>
	async (context, next) => {
		await next();
		const isUsed = (name: FaultName) => use(name) !== undefined;
		const [isTrue, isLying, isSame] = [isUsed('list-etag'), isUsed('list-etag-lies'), isUsed('list-etag-same')];
		if (!isTrue && !isLying && !isSame) {
			return;
		}

		const body = new Uint8Array(await context.res.arrayBuffer());
		const tag = isSame ? '"same"' : `"${createHash('sha256').update(body).digest('base64url')}"`;
		const condition = context.req.header('If-None-Match');
		const isUnchanged = condition !== undefined && (isLying ? true : isMatch(condition, tag));
		context.res = isUnchanged
			? new Response(null, {status: 304, headers: {ETag: isLying ? condition : tag}})
			: new Response(body, {status: context.res.status, headers: {'Content-Type': 'application/json', ETag: tag}});
	};

/** Compares weakly, as If-None-Match does. `*` matches any listing. */
const isMatch = (condition: string, tag: string): boolean =>
	condition.trim() === '*' || condition.matchAll(/"[^"]*"/gv).some(([each]) => each === tag);

/** Returns the content of the listing at one moment. `another` creates a notification that only the pages show, as if another client had created it. */
type Arrangement = (records: readonly ListedFields[], another: () => ListedFields) => readonly ListedFields[];

/** The arrangements of each fault: while page 1 is read, and while later pages are read. */
const arrangements = {
	'list-pages': [records => records, records => records],
	'list-pages-shift': [(records, another) => [another(), ...records], records => records],
	'list-pages-repeat': [(records, another) => [...records, another()], (records, another) => [another(), ...records]],
	'list-pages-skip': [(records, another) => [another(), ...records], (records, another) => [...records, another()]],
} as const satisfies Partial<Record<FaultName, readonly [first: Arrangement, later: Arrangement]>>;

/** The notification that another client of the account creates. */
const otherClientBody: CreateBody = {
	external_user_id: 'another-client',
	channel: 'EMAIL',
	notification_name: 'From another client',
	delivery_location: 'another@example.com',
	event_details: {
		network: 'ETH_MAINNET',
		event_type: 'ADDRESS_ACTIVITY',
		addresses: ['0x00000000219ab540356cbb839cbe05303d7705fa'],
	},
};

/** The page requested with `?page=`, in the form of Django REST framework and many others; undefined if listings have no pages, because no such fault is active. */
function readPage(store: Store, {use}: FaultSwitches, owner: string, url: string) {
	for (const [name, [first, later]] of Object.entries(arrangements) as Array<
		[keyof typeof arrangements, readonly [Arrangement, Arrangement]]
	>) {
		const length = use(name);
		if (length !== undefined) {
			const number = pageNumber(url);
			const arrange = number === 1 ? first : later;
			const records = arrange(
				readAll(store, owner),
				() => JSON.parse(store.reserve(owner, otherClientBody)) as ListedFields,
			);
			return toPage(records, number, Math.max(1, length), url);
		}
	}

	return undefined;
}

function toPage(records: readonly ListedFields[], number: number, length: number, url: string) {
	const end = number * length;
	const next = new URL(url);
	next.searchParams.set('page', String(number + 1));
	return {
		/** Of all pages. */
		count: records.length,
		next: end < records.length ? next.href : null,
		results: records.slice(end - length, end),
	};
}

function pageNumber(url: string): number {
	const number = Number(new URL(url).searchParams.get('page'));
	return Number.isSafeInteger(number) && number > 1 ? number : 1;
}
