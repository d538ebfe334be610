import {createHash} from 'node:crypto';
import type {MiddlewareHandler} from 'hono';
import type {Env} from '../env.ts';
import type {FaultSwitches} from './switches.ts';
import type {FaultName} from './table.ts';

/** Gives listings an ETag, and answers If-None-Match with 304 (RFC 9110, section 13.1.2), if one of the faults for that is active: interface.md names neither. */
export const entityTags =
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
