import {useLayoutEffect, useRef} from 'react';
import type {Scope} from './scopes.ts';
import {useKeySource} from './key-source-context.ts';
import {hasConfirmation, type Guards} from './match.ts';

/** What a screen asks before it deletes or discards something. */
export type Question = {
	/** Differs where something else is asked. */
	readonly id?: string | undefined;
	/** Whether the screen shows all of it; by default it does. */
	readonly isShown?: boolean;
};

/** How long a question is on the screen before it can be answered, in milliseconds. */
const readingTime = 300;

/** Why a key is no answer. */
export const refusals = {
	typedAhead: 'Keys typed before the question appeared were ignored.',
	burst: 'Keys that arrived together were ignored. Press it again.',
	hidden: 'Terminal too small to confirm: the question is cut.',
} as const;

export type Confirmation = {
	/** Why the key that was delivered last does not confirm; undefined if it does. */
	readonly whyNot: () => string | undefined;
	/** Whether that key, or paste, was typed before the question appeared. */
	readonly isTypedAhead: () => boolean;
};

/** Keeps what was typed ahead, pasted or repeated from confirming anything: the one place where `confirms` of a binding is enforced. */
export function useConfirmation(scope: Scope, guards: Guards, isTop: boolean, {id = '', isShown = true}: Question = {}): Confirmation {
	const source = useKeySource();
	const isAsking = isTop && hasConfirmation(scope, guards);
	// A question that was cut begins when all of it is shown.
	const asked = isAsking && isShown ? `${scope} ${id}` : undefined;
	const askedAt = useRef<number | undefined>(undefined);

	useLayoutEffect(() => {
		askedAt.current = asked === undefined ? undefined : source.now();
		if (asked === undefined) {
			return;
		}

		// Once more after the frame was written, in case that took long.
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
				return refusals.hidden;
			}

			// Before the effect the question is not on the screen yet.
			if (askedAt.current === undefined || isTypedAhead()) {
				return refusals.typedAhead;
			}

			return source.arrival().isAlone ? undefined : refusals.burst;
		},
	};
}
