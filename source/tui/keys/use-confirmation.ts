import {useLayoutEffect, useRef} from 'react';
import type {Scope} from './bindings.ts';
import {useKeySource} from './key-source-context.ts';
import {hasConfirmation, type Guards} from './match.ts';

/** The question that a screen asks before it deletes or discards something. */
export type Question = {
	/** The identity of the question. Another ID is another question. */
	readonly id?: string | undefined;
	/** Whether the screen shows the whole question; by default true. */
	readonly isShown?: boolean;
	/** The number of lines that are missing for the question, if it is only these. */
	readonly missing?: number;
};

/** The time that a question must be on the screen before it can be answered, in milliseconds. */
const readingTime = 300;

/** The messages for keys that do not confirm. */
export const refusals = {
	typedAhead: 'Keys typed before the question appeared were ignored.',
	burst: 'Keys that arrived together were ignored. Press it again.',
	hidden: 'Terminal too small to confirm: the question is cut.',
} as const;

/** Why a question that is cut cannot be answered: how many more lines are needed, or that it is cut. */
export const tooSmallText = (missing = 0): string => missing < 1 ? refusals.hidden : `Terminal too small to confirm: ${missing} more ${missing === 1 ? 'line is' : 'lines are'} needed.`;

export type Confirmation = {
	/** Returns why the last key does not confirm; undefined if it does. */
	readonly whyNot: () => string | undefined;
	/** Returns whether the last key or paste was typed before the question appeared. */
	readonly isTypedAhead: () => boolean;
};

/** Prevents typed-ahead, pasted and repeated keys from confirming anything. This is the only place that enforces `confirms` of a binding. */
export function useConfirmation(scope: Scope, guards: Guards, isTop: boolean, {id = '', isShown = true, missing}: Question = {}): Confirmation {
	const source = useKeySource();
	const isAsking = isTop && hasConfirmation(scope, guards);
	// A question that was cut begins once all of it is shown.
	const asked = isAsking && isShown ? `${scope} ${id}` : undefined;
	const askedAt = useRef<number | undefined>(undefined);

	useLayoutEffect(() => {
		askedAt.current = asked === undefined ? undefined : source.now();
		if (asked === undefined) {
			return;
		}

		// Set again after the frame was written, in case writing took long.
		const written = setImmediate(() => {
			askedAt.current = source.now();
		});
		return () => {
			clearImmediate(written);
		};
	}, [asked, source]);

	const isTypedAhead = () => isAsking && (!isShown || (askedAt.current !== undefined && source.arrival().at - askedAt.current < readingTime));

	return {
		isTypedAhead,
		whyNot() {
			if (!isShown) {
				return tooSmallText(missing);
			}

			// The question is not on the screen until the effect has run.
			if (askedAt.current === undefined || isTypedAhead()) {
				return refusals.typedAhead;
			}

			return source.arrival().isAlone ? undefined : refusals.burst;
		},
	};
}
