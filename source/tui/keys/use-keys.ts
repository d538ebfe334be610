import {useInput, usePaste} from 'ink';
import {useNavigation} from '../shared/navigation.ts';
import type {Action, Scope} from './bindings.ts';
import {toKeyPress, type KeyPress} from './key.ts';
import {match, type Guards} from './match.ts';

export type Keys = {
	/** What the screen does; an action it does not name falls to the program's own (back, help, quit …). */
	readonly actions: Partial<Readonly<Record<Action, () => void>>>;
	/** Which needs of the bindings are met now. */
	readonly facts?: Guards;
	/** Keys bound to nothing here, for the focused text field. */
	readonly onKey?: (key: KeyPress) => void;
	/** A paste, whole, line ends included. Without it pastes are ignored, so that they never trigger keys. */
	readonly onPaste?: (text: string) => void;
};

/**
Makes a scope live while its screen is on top: the program's only `useInput`.

Each key arrives alone and after React has committed what the one before did (see terminal/key-stdin.ts).
*/
export function useKeys(scope: Scope, {actions, facts = {}, onKey, onPaste}: Keys): void {
	const {isTop, notice, announce, common} = useNavigation();

	useInput((input, key) => {
		const press = toKeyPress(input, key);
		const found = match(scope, press, facts);
		if (found.kind === 'refused') {
			announce({tone: 'bad', text: found.reason});
			return;
		}

		if (notice !== undefined) {
			announce(undefined);
		}

		if (found.kind === 'action') {
			(actions[found.action] ?? common(scope)[found.action])?.();
		} else {
			onKey?.(press);
		}
	}, {isActive: isTop});

	usePaste(text => {
		onPaste?.(text);
	}, {isActive: isTop});
}
