import type {HttpBindings} from '@hono/node-server';

/** Hono's environment for a request: Node's own objects and, once authenticated, the owner. */
export type Env = {Bindings: HttpBindings; Variables: {owner: string}};
