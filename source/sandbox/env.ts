import type {HttpBindings} from '@hono/node-server';

/** What a request carries through the application: Node's own objects, and once its key is known, whose it is. */
export type Env = {Bindings: HttpBindings; Variables: {owner: string}};
