import {setTimeout} from 'node:timers/promises';
import type {Context} from 'hono';
import type {Env} from '../env.ts';
import {createCountdown} from './countdown.ts';
import {createDelayedEffects, type DelayedEffects} from './delayed-effects.ts';
import {faultTable, type FaultName, type FaultRule} from './table.ts';

/** A fault to switch on. */
export type Fault = {
	readonly name: FaultName;
	/** How many requests it hits; every one unless given. */
	readonly count?: number;
	/** The value that the table describes: seconds of `any-429`, milliseconds of `any-slow`, listings of `create-late`. */
	readonly value?: number;
};

/** Switches faults on and off while the sandbox runs. */
export type Faults = {
	/** Switches a fault on. A request gets one response: if several faults apply, from one that comes `before`, else from the one added first. Faults `within` combine. */
	readonly add: (fault: Fault) => void;
	/** Switches off the faults of that name, or all; notifications that they hid are listed again. What is delayed still takes effect. */
	readonly clear: (name?: FaultName) => void;
	/** Lets everything that `create-delayed` and `delete-delayed` hold back take effect now. */
	readonly settle: () => void;
};

/** What a request asks for, as far as faults tell requests apart. */
export type RequestKind = 'list' | 'create' | 'delete' | 'other';

/** Before a request is handled, or between that and the response. */
export type RequestStage = 'before' | 'after';

/** The faults that are on, and how the sandbox applies them. */
export type FaultSwitches = Faults & {
	/** The ids of notifications that `create-late` hides, with the number of listings they stay hidden from. */
	readonly hidden: Map<number, number>;
	/** What takes effect later. */
	readonly delayed: DelayedEffects;
	/** Milliseconds, on the clock of the sandbox. */
	readonly now: () => number;
	/** Whether a fault is on. */
	readonly isOn: (name: FaultName) => boolean;
	/** Counts a request with an API key that `key-renewed` has replaced, or will; returns whether it is refused. */
	readonly refusesKey: () => boolean;
	/** Counts a request against a fault; returns the fault's value, or undefined when it is off. */
	readonly use: (name: FaultName) => number | undefined;
	/** The response of a fault to a request, if one applies. */
	readonly respond: (stage: RequestStage, kind: RequestKind, context: Context<Env>) => Promise<Response | undefined>;
	/** Waits as long as `any-slow` says. */
	readonly delayResponse: () => Promise<void>;
};

type ActiveFault = {readonly name: FaultName; readonly rule: FaultRule; readonly value: number; requests: number};

/** Creates the switches of a sandbox, with these faults on. */
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
		refusesKey: () => active.take(fault => fault.name === 'key-renewed' && ++fault.requests > fault.value) !== undefined,
		use,
		async respond(stage, kind, context) {
			const fault = active.take(each => each.rule.when === stage && isApplicable(each.rule.on, kind) && isItsTurn(each));
			return fault?.rule.response?.(context, fault.value);
		},
		async delayResponse() {
			const milliseconds = use('any-slow');
			if (milliseconds !== undefined) {
				// Unreferenced: a closed sandbox must not keep the process alive.
				await setTimeout(milliseconds, undefined, {ref: false});
			}
		},
	};
}

const isApplicable = (on: FaultRule['on'], kind: RequestKind): boolean => on === 'any' || on === kind;

/** Counts the requests that a fault could have applied to. */
const isItsTurn = (fault: ActiveFault): boolean => ++fault.requests % (fault.rule.every ?? 1) === 0;
