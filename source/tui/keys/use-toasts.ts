import {useLayoutEffect, useRef} from 'react';
import type {Notice} from '../shared/route.ts';
import type {Action} from './bindings.ts';
import {useKeySource} from './key-source-context.ts';

/** The time that a notice stays at least, in milliseconds, unless the operator does something. */
const minimumNoticeTime = 4000;

/** The actions that only move the cursor and so do not clear a notice. */
const movements: ReadonlySet<Action | undefined> = new Set<Action | undefined>([
	'up',
	'down',
	'page-up',
	'page-down',
	'first',
	'last',
	'left',
	'right',
	undefined,
]);

export type Toasts = {
	/** Whether a key with this action clears the notice. Undefined stands for editing text. */
	readonly isRead: (action: Action | undefined) => boolean;
	/** A notice with a hint about the last key. It keeps the current notice if that has not been read yet. */
	readonly withHint: (hint: string) => Notice;
};

/** Decides how long a notice stays: until the next action, or at least four seconds while the operator only moves the cursor. */
export function useToasts(notice: Notice | undefined): Toasts {
	const source = useKeySource();
	const shown = useRef<{readonly text: string; readonly at: number} | undefined>(undefined);
	const text = notice?.text;
	useLayoutEffect(() => {
		// A notice that got a hint is still the same notice.
		shown.current = text === undefined ? undefined : {text, at: source.now()};
	}, [text, source]);

	const hasExpired = () =>
		notice === undefined || notice.isAnswer === true || source.now() - (shown.current?.at ?? 0) >= minimumNoticeTime;
	return {
		isRead: action => hasExpired() || !movements.has(action),
		withHint: hint => (hasExpired() ? {tone: 'faint', text: hint, isAnswer: true} : {...notice!, hint}),
	};
}
