import {setImmediate} from 'node:timers/promises';
import {Hono, type Context, type MiddlewareHandler} from 'hono';
import {HTTPException} from 'hono/http-exception';
import type {ContentfulStatusCode} from 'hono/utils/http-status';
import type {Env} from './env.ts';
import {errorBody} from './error-body.ts';
import {entityTags} from './faults/entity-tags.ts';
import {faultMiddleware, type RequestHook} from './faults/fault-middleware.ts';
import {readPage} from './faults/pages.ts';
import type {FaultSwitches, RequestKind} from './faults/switches.ts';
import {authenticate} from './keys.ts';
import {readJsonBytes} from './request-body.ts';
import type {Store} from './store.ts';
import {readCreateBody, type FieldErrors} from './validation.ts';

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
