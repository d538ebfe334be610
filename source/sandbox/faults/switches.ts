import {setTimeout} from 'node:timers/promises';
import type {Context} from 'hono';
import type {Env} from '../env.ts';
import {createCountdown} from './countdown.ts';
import {createDelayedEffects, type DelayedEffects} from './delayed-effects.ts';
import {isOnKeptConnection} from './kept-connections.ts';
import {faultTable, type FaultName, type FaultRule} from './table.ts';

/** A fault to activate. */
export type Fault = {
	readonly name: FaultName;
	/** The number of requests it affects; by default all. */
	readonly count?: number;
	/** The value described in the table: seconds for `any-429`, milliseconds for `any-slow`, listings for `create-late`. */
	readonly value?: number;
};

/** Switches for faults while the sandbox runs. */
export type Faults = {
	/** Activates a fault. A request gets one response: if several faults apply, that of one that comes `before`, or else of the one added first. Faults `within` combine. */
	readonly add: (fault: Fault) => void;
	/** Deactivates the faults with a name, or all; notifications that they hid are listed again. Delayed changes still take effect. */
	readonly clear: (name?: FaultName) => void;
	/** Applies all changes that `create-delayed` and `delete-delayed` delay. */
	readonly settle: () => void;
};

/** The kind of a request, as far as faults distinguish kinds. */
export type RequestKind = 'list' | 'create' | 'delete' | 'other';

/** The stage of a request: before it is handled, or between that and the response. */
export type RequestStage = 'before' | 'after';

/** The active faults, and functions to apply them. */
export type FaultSwitches = Faults & {
	/** The ids of notifications that `create-late` hides, with the number of listings that will not show them. */
	readonly hidden: Map<number, number>;
	/** The changes that take effect later. */
	readonly delayed: DelayedEffects;
	/** Returns the time on the sandbox's clock, in milliseconds. */
	readonly now: () => number;
	/** Whether a fault is active. */
	readonly isOn: (name: FaultName) => boolean;
	/** Counts a request with an API key that `key-renewed` has replaced, or will replace. Returns whether it is refused. */
	readonly refusesKey: () => boolean;
	/** Counts a request against a fault. Returns the fault's value; undefined if it is not active. */
	readonly use: (name: FaultName) => number | undefined;
	/** Returns the response of a fault to a request, if one applies. */
	readonly respond: (stage: RequestStage, kind: RequestKind, context: Context<Env>) => Promise<Response | undefined>;
	/** Waits for the time set by `any-slow`. */
	readonly delayResponse: () => Promise<void>;
};

type ActiveFault = {readonly name: FaultName; readonly rule: FaultRule; readonly value: number; requests: number};

/** Creates the switches of a sandbox, with the initial faults active. */
export function createFaultSwitches(initial: readonly Fault[], now: () => number): FaultSwitches {
	const active = createCountdown<ActiveFault>();
	const hidden = new Map<number, number>();
	const delayed = createDelayedEffects();

	const add = ({name, count, value = faultTable[name].value?.default ?? 0}: Fault) => {
		active.add({name, rule: faultTable[name], value, requests: 0}, count);
	};

	const use = (name: FaultName) => active.take(fault => fault.name === name)?.value;

	for (const fault of initial) {
		add(fault);
	}

	return {
		add,
		clear(name) {
			active.remove(fault => name === undefined || fault.name === name);
			if (name === undefined || name === 'create-late') {
				hidden.clear();
			}
		},
		settle() {
			delayed.settle(Infinity);
		},
		hidden,
		delayed,
		now,
		isOn: name => active.has(fault => fault.name === name),
		refusesKey: () =>
			active.take(fault => fault.name === 'key-renewed' && ++fault.requests > fault.value) !== undefined,
		use,
		async respond(stage, kind, context) {
			const fault = active.take(
				each =>
					each.rule.when === stage &&
					isApplicable(each.rule.on, kind) &&
					(each.rule.isForKept !== true || isOnKeptConnection(context)) &&
					isItsTurn(each),
			);
			return fault?.rule.response?.(context, fault.value);
		},
		async delayResponse() {
			const milliseconds = use('any-slow');
			if (milliseconds !== undefined) {
				// The timer is unreferenced, because a closed sandbox must not keep the process alive.
				await setTimeout(milliseconds, undefined, {ref: false});
			}
		},
	};
}

const isApplicable = (on: FaultRule['on'], kind: RequestKind): boolean => on === 'any' || on === kind;

/** Counts a request that a fault could apply to. Returns whether it applies. */
const isItsTurn = (fault: ActiveFault): boolean => ++fault.requests % (fault.rule.every ?? 1) === 0;
