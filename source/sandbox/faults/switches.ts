import {setTimeout} from 'node:timers/promises';
import type {Context} from 'hono';
import type {Env} from '../env.ts';
import {createCountdown} from './countdown.ts';
import {faultTable, type FaultName, type Rule} from './table.ts';

/** A fault that is switched on. */
export type Fault = {
	readonly name: FaultName;
	/** How many requests get it; every one unless given. */
	readonly count?: number;
	/** What the table calls its value: the seconds of `any-429`, the milliseconds of `any-slow`, the listings of `create-late`. */
	readonly value?: number;
};

/** Which requests are held, and when. */
export type HoldOptions = {
	/** `any` unless given. */
	readonly on?: Rule['on'];
	/** Before the request is handled, or, which is the default, between that and the answer. */
	readonly when?: 'before' | 'after';
	/** How many requests; every one unless given. */
	readonly count?: number;
};

/** Requests that are held back. */
export type Hold = {
	/** Settles when the first one is there. */
	readonly arrived: Promise<void>;
	/** Lets them go on, and holds no more. */
	readonly release: () => void;
};

/** Makes the service misbehave while it runs. */
export type Faults = {
	/** Switches a fault on. A request gets one answer: of several faults, from one that comes `before`, or else from the one added first. Those `within` combine. */
	readonly add: (fault: Fault) => void;
	/** Switches off the faults of that name, or all; what they held back from listings is listed again. */
	readonly clear: (name?: FaultName) => void;
	/** Holds requests until they are released: `any-slow` without a clock. Other faults apply to them as well. */
	readonly hold: (options?: HoldOptions) => Hold;
};

/** What a request asks for, as far as faults tell requests apart. */
export type RequestKind = 'list' | 'create' | 'delete' | 'other';

/** The faults, and what the service asks of them. */
export type Switches = Faults & {
	/** How many listings more are without the notification of that id. */
	readonly late: Map<number, number>;
	/** Uses a fault up by one request; returns its value, or undefined when it is not on. */
	readonly take: (name: FaultName) => number | undefined;
	/** The answer of a fault to a request, if there is one. */
	readonly answer: (when: 'before' | 'after', operation: RequestKind, context: Context<Env>) => Promise<Response | undefined>;
	/** Waits as long as this request has to. */
	readonly pause: (when: 'before' | 'after', operation: RequestKind) => Promise<void>;
};

type SwitchedOn = {readonly name: FaultName; readonly rule: Rule; readonly value: number; seen: number};
type Holding = Required<Omit<HoldOptions, 'count'>> & {readonly arrive: () => void; readonly released: Promise<void>};

/** Makes the switches of a sandbox, some of them on. */
export function createSwitches(begin: readonly Fault[] = []): Switches {
	const faults = createCountdown<SwitchedOn>();
	const holdings = createCountdown<Holding>();
	const late = new Map<number, number>();

	const add = ({name, count, value = faultTable[name].value?.default ?? 0}: Fault) => {
		faults.add({name, rule: faultTable[name], value, seen: 0}, count);
	};

	const take = (name: FaultName) => faults.take(fault => fault.name === name)?.value;

	for (const fault of begin) {
		add(fault);
	}

	return {
		add,
		clear(name) {
			faults.remove(fault => name === undefined || fault.name === name);
			if (name === undefined || name === 'create-late') {
				late.clear();
			}
		},
		hold({on = 'any', when = 'after', count} = {}) {
			const {promise: arrived, resolve: arrive} = Promise.withResolvers<void>();
			const {promise: released, resolve} = Promise.withResolvers<void>();
			const holding = {on, when, arrive, released};
			holdings.add(holding, count);
			return {
				arrived,
				release() {
					holdings.remove(other => other === holding);
					resolve();
				},
			};
		},
		late,
		take,
		async answer(when, operation, context) {
			const fault = faults.take(each => each.rule.when === when && isAbout(each.rule.on, operation) && isItsTurn(each));
			return fault?.rule.answer?.(context, fault.value);
		},
		async pause(when, operation) {
			const holding = holdings.take(each => each.when === when && isAbout(each.on, operation));
			holding?.arrive();
			await holding?.released;
			const slow = when === 'after' ? take('any-slow') : undefined;
			if (slow !== undefined) {
				// A sandbox that was closed meanwhile keeps no process alive.
				await setTimeout(slow, undefined, {ref: false});
			}
		},
	};
}

const isAbout = (on: Rule['on'], operation: RequestKind): boolean => on === 'any' || on === operation;

/** Counts the requests that a fault could have applied to. */
const isItsTurn = (fault: SwitchedOn): boolean => ++fault.seen % (fault.rule.every ?? 1) === 0;
