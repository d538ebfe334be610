import {type RequestHook, type Faults, type RequestKind, type RequestStage} from '../../source/sandbox/faults.ts';
import {startSandbox, type Sandbox, type SandboxOptions} from '../../source/sandbox/server.ts';

export type {Fault} from '../../source/sandbox/faults.ts';

/** Which requests are held, and at which stage. */
export type HoldOptions = {
	/** `any` unless given. */
	readonly on?: RequestKind | 'any';
	/** Before the request is handled, or, by default, between that and the response. */
	readonly when?: RequestStage;
	/** How many requests; every one unless given. */
	readonly count?: number;
};

/** Requests that are held. */
export type Hold = {
	/** Resolves when the first one has arrived. */
	readonly arrived: Promise<void>;
	/** Lets them continue, and holds no more. */
	readonly release: () => void;
};

/** Faults, and holds: `any-slow` without a clock. */
export type HoldableFaults = Faults & {
	/** Holds requests until they are released. Other faults apply to them as well. */
	readonly hold: (options?: HoldOptions) => Hold;
};

export type HoldableSandbox = Omit<Sandbox, 'faults'> & {readonly faults: HoldableFaults};

/** Starts a sandbox whose requests can be held. */
export async function startHoldableSandbox(options: SandboxOptions): Promise<HoldableSandbox> {
	const {hold, onRequest} = createHolds();
	const sandbox = await startSandbox({...options, onRequest});
	return {...sandbox, faults: {...sandbox.faults, hold}};
}

function createHolds(): {readonly hold: HoldableFaults['hold']; readonly onRequest: RequestHook} {
	const holds = new Set<{
		readonly on: RequestKind | 'any';
		readonly when: RequestStage;
		readonly arrive: () => void;
		readonly released: Promise<void>;
		remaining: number;
	}>();

	return {
		hold({on = 'any', when = 'after', count = Infinity} = {}) {
			const {promise: arrived, resolve: arrive} = Promise.withResolvers<void>();
			const {promise: released, resolve} = Promise.withResolvers<void>();
			const item = {on, when, arrive, released, remaining: count};
			holds.add(item);
			return {
				arrived,
				release() {
					holds.delete(item);
					resolve();
				},
			};
		},
		async onRequest(stage, kind) {
			const item = [...holds].find(each => each.when === stage && (each.on === 'any' || each.on === kind));
			if (item !== undefined && --item.remaining === 0) {
				holds.delete(item);
			}

			item?.arrive();
			await item?.released;
		},
	};
}
