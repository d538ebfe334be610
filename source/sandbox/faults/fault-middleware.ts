import type {MiddlewareHandler} from 'hono';
import type {Env} from '../env.ts';
import type {RequestKind, Switches} from './switches.ts';

/** Lets the faults that are on have their way with requests of one kind. */
export const faultMiddleware = (switches: Switches, operation: RequestKind): MiddlewareHandler<Env> => async (context, next) => {
	await switches.pause('before', operation);
	const instead = await switches.answer('before', operation, context);
	if (instead) {
		// Handling it ends here.
		context.res = instead;
		return;
	}

	await next();
	await switches.pause('after', operation);
	const other = context.res.ok ? await switches.answer('after', operation, context) : undefined;
	if (other) {
		context.res = other;
	}
};
