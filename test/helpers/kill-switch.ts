/** Kills an operation of this process: from then on nothing that it awaits here ever ends, so that it does nothing more. */
export type KillSwitch = {
	/** Kills at this step from now; undefined: not at all. */
	readonly arm: (steps: number | undefined) => void;
	/** Takes one step. Never resolves once killed. */
	readonly step: () => Promise<void>;
	/** Resolves when it was killed. */
	readonly killed: Promise<'killed'>;
	/** The same object, each asynchronous method followed by a step. Once killed, its methods do nothing. */
	readonly guard: <T extends object>(target: T, onCall?: (name: string, parameters: readonly unknown[]) => void) => T;
};

const {promise: never} = Promise.withResolvers<never>();

/** Makes a switch that is not armed. */
export function createKillSwitch(): KillSwitch {
	const {promise: killed, resolve: kill} = Promise.withResolvers<'killed'>();
	let left = Infinity;
	let isDead = false;

	const step = async (): Promise<void> => {
		left--;
		if (left === 0) {
			isDead = true;
			kill('killed');
		}

		return isDead ? never : undefined;
	};

	const afterStep = async (result: Promise<unknown>): Promise<unknown> => {
		const value = await result;
		await step();
		return value;
	};

	return {
		arm(steps = Infinity) {
			left = steps;
		},
		step,
		killed,
		guard: (target, onCall) =>
			new Proxy(target, {
				get(object, name): unknown {
					const member: unknown = Reflect.get(object, name);
					return typeof member === 'function'
						? (...parameters: readonly unknown[]): unknown => {
								if (isDead) {
									return never;
								}

								onCall?.(String(name), parameters);
								const result: unknown = Reflect.apply(member, object, parameters);
								return result instanceof Promise ? afterStep(result) : result;
							}
						: member;
				},
			}),
	};
}
