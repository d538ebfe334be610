import {useLayoutEffect, useRef} from 'react';
import type {Notice} from '../shared/route.ts';
import type {Action} from './bindings.ts';
import {useKeySource} from './key-source-context.ts';

/** How long a notice stays at least, in milliseconds, unless something was done about it. */
const shortestStay = 4000;

/** Actions that only move, and so do not answer a notice. */
const movements: ReadonlySet<Action | undefined> = new Set<Action | undefined>(['up', 'down', 'page-up', 'page-down', 'first', 'last', 'left', 'right', undefined]);

export type Toasts = {
	/** Whether a key that triggers this action, or edits text if undefined, clears the notice. */
	readonly isRead: (action: Action | undefined) => boolean;
	/** A hint about the key that was pressed, after the notice if that is still to be read. */
	readonly withHint: (hint: string) => Notice;
};

/** Says how long a notice stays: until an action, and otherwise at least four seconds. */
export function useToasts(notice: Notice | undefined): Toasts {
	const source = useKeySource();
	const shown = useRef<{readonly text: string; readonly at: number} | undefined>(undefined);
	const text = notice?.text;
	useLayoutEffect(() => {
		// With a hint it is still the same notice.
		shown.current = text === undefined ? undefined : {text, at: source.now()};
	}, [text, source]);

	const isOver = () => notice === undefined || notice.isAnswer === true || source.now() - (shown.current?.at ?? 0) >= shortestStay;
	return {
		isRead: action => isOver() || !movements.has(action),
		withHint: hint => isOver() ? {tone: 'faint', text: hint, isAnswer: true} : {...notice!, hint},
	};
}
