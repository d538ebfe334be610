import {useLayoutEffect, useRef} from 'react';
import type {Scope} from './bindings.ts';
import {useKeySource} from './key-source-context.ts';
import {hasConfirmation, keyOf, type Guards} from './match.ts';

/** The question that a screen asks before it deletes or discards something. */
export type Question = {
	/** The identity of the question. Another ID is another question. */
	readonly id?: string | undefined;
	/** Whether the screen is wide and high enough for the question; by default true. */
	readonly isShown?: boolean;
	/** The number of lines that the terminal lacks for the question; by default 0. */
	readonly missing?: number;
	/** Whether nothing is deleted or replaced, although the same key can do that; by default false. */
	readonly isHarmless?: boolean;
	/** What the key that answers does, in the footer; by default what the table says. */
	readonly hint?: string | undefined;
	/** The number of its lines that were not scrolled to yet; by default 0. */
	readonly unread?: number;
};

/** The time that a question must be on the screen before it can be answered, in milliseconds. */
const readingTime = 300;

/** The messages for keys that do not confirm. */
export const refusals = {
	typedAhead: 'Keys typed before the question appeared were ignored.',
	burst: 'Keys that arrived together were ignored. Press it again.',
	hidden: 'Terminal too small to confirm: the question is cut.',
} as const;

/** Why a question that is not wholly shown cannot be answered. */
export type CutQuestion = {
	/** The sentence about it, for a notice. */
	readonly text: string;
	/** What stands in the footer in place of the key that answers. */
	readonly hint: {readonly key: string; readonly hint: string};
};

const counted = (count: number): string => `${count} more ${count === 1 ? 'line' : 'lines'}`;

/** Why a question that is not wholly shown cannot be answered; undefined if it can. */
function cutOf(scope: Scope, {isShown = true, missing = 0, unread = 0}: Question): CutQuestion | undefined {
	if (missing > 0) {
		return {
			text: `Terminal too small to confirm: ${counted(missing)} ${missing === 1 ? 'is' : 'are'} needed.`,
			hint: {key: '!', hint: `${counted(missing)} needed`},
		};
	}

	if (!isShown) {
		return {text: refusals.hidden, hint: {key: '!', hint: 'too small'}};
	}

	const down = keyOf(scope, 'down');
	return unread > 0
		? {text: `Read on: ${down} shows ${counted(unread)}.`, hint: {key: down, hint: counted(unread)}}
		: undefined;
}

/** Prevents typed-ahead, pasted and repeated keys from confirming anything. This is the only place that enforces `confirms` of a binding. */
export function useConfirmation(scope: Scope, guards: Guards, isTop: boolean, question: Question = {}) {
	const {id = ''} = question;
	const source = useKeySource();
	const isAsking = isTop && hasConfirmation(scope, guards);
	const cut = isAsking ? cutOf(scope, question) : undefined;
	// A question that was cut begins once all of it is shown.
	const asked = isAsking && cut === undefined ? `${scope} ${id}` : undefined;
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

	const isTypedAhead = () => askedAt.current !== undefined && source.arrival().at - askedAt.current < readingTime;

	return {
		/** Why the question cannot be answered by any key: it is not wholly shown. Undefined if it is. */
		cut,
		/** Returns why the last key or paste is not taken as text: it was typed before the question appeared, or before it is wholly shown. */
		whyNotTyped: () => cut?.text ?? (isTypedAhead() ? refusals.typedAhead : undefined),
		/** Returns why the last key does not confirm; undefined if it does. */
		whyNot(): string | undefined {
			if (cut !== undefined) {
				return cut.text;
			}

			// The question is not on the screen until the effect has run.
			if (askedAt.current === undefined || isTypedAhead()) {
				return refusals.typedAhead;
			}

			return source.arrival().isAlone ? undefined : refusals.burst;
		},
	};
}
