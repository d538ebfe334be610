import {type RequestKind, type RequestStage} from '../../source/sandbox/faults.ts';
import {startSandbox, type SandboxOptions} from '../../source/sandbox/server.ts';

export type {Fault} from '../../source/sandbox/faults.ts';

/** Requests that are held. */
export type Hold = {
	/** Resolves when the first one has arrived. */
	readonly arrived: Promise<void>;
	/** Lets them continue, and holds no more. */
	readonly release: () => void;
};

/** A sandbox with holds: `any-slow` without a clock. */
export type HoldableSandbox = Awaited<ReturnType<typeof startHoldableSandbox>>;

/** Starts a sandbox whose requests can be held. */
export async function startHoldableSandbox(options: SandboxOptions) {
	const {hold, onRequest} = createHolds();
	const sandbox = await startSandbox({...options, onRequest});
	return {...sandbox, faults: {...sandbox.faults, hold}};
}

function createHolds() {
	const holds = new Set<{
		readonly on: RequestKind | 'any';
		readonly when: RequestStage;
		readonly arrive: () => void;
		readonly released: Promise<void>;
		remaining: number;
	}>();

	return {
		/** Holds requests until they are released; every one of `count`. Other faults apply to them as well. */
		hold({
			on = 'any',
			when = 'after',
			count = Infinity,
		}: {
			readonly on?: RequestKind | 'any';
			/** Before the request is handled, or between that and the response. */
			readonly when?: RequestStage;
			readonly count?: number;
		} = {}): Hold {
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
		async onRequest(stage: RequestStage, kind: RequestKind) {
			const item = [...holds].find(each => each.when === stage && (each.on === 'any' || each.on === kind));
			if (item !== undefined && --item.remaining === 0) {
				holds.delete(item);
			}

			item?.arrive();
			await item?.released;
		},
	};
}
