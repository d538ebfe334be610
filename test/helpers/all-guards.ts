import {bindings, type Guard} from '../../source/tui/keys/bindings.ts';

/** Guards that all hold. */
export const allHold = Object.fromEntries(
	bindings.flatMap(({guards = {}}) => Object.keys(guards)).map(guard => [guard, true]),
) as Readonly<Record<Guard, boolean>>;
