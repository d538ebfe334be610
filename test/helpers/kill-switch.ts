const {promise: never} = Promise.withResolvers<never>();

/** A switch, not armed, that kills an operation of this process: from then on nothing that it awaits here ever ends, so that it does nothing more. */
export function createKillSwitch() {
	const {promise: killed, resolve: kill} = Promise.withResolvers<'killed'>();
	let left = Infinity;
	let isDead = false;

	const step = async () => {
		left--;
		if (left === 0) {
			isDead = true;
			kill('killed');
		}

		return isDead ? never : undefined;
	};

	const afterStep = async (result: Promise<unknown>) => {
		const value = await result;
		await step();
		return value;
	};

	return {
		/** Kills at this step from now; undefined: not at all. */
		arm(steps = Infinity) {
			left = steps;
		},
		/** Takes one step. Never resolves once killed. */
		step,
		/** Resolves when it was killed. */
		killed,
		/** The same object, each asynchronous method followed by a step. Once killed, its methods do nothing. */
		guard: <T extends object>(target: T, onCall?: (name: string, parameters: readonly unknown[]) => void): T =>
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
