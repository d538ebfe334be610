import type {MiddlewareHandler} from 'hono';
import type {Env} from '../env.ts';
import {noteUse} from './kept-connections.ts';
import type {FaultSwitches, RequestKind, RequestStage} from './switches.ts';

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
