import {useState} from 'react';
import type {Question} from '../keys/use-confirmation.ts';
import {moveWindow, type Move} from './list-window.ts';
import type {QuestionLayout} from './question-layout.ts';
import {movesOf, type Moves} from './use-list-window.ts';

export type QuestionScroll = {
	/** The first line shown of those that scroll, from 0. */
	readonly top: number;
	readonly moves: Moves;
	/** The question for `useKeys`: it can be answered once each line that it requires has been shown. */
	readonly question: Question;
};

/** The scroll position of a question. `id`: its identity; another one begins at the top, unread. */
export function useQuestionScroll(
	{count, height, required, missing}: Pick<QuestionLayout, 'count' | 'height' | 'required' | 'missing'>,
	id = '',
): QuestionScroll {
	const [state, setState] = useState({id, top: 0, seen: 0});
	const from = state.id === id ? state : {id, top: 0, seen: 0};
	const tops = Math.max(1, count - height + 1);
	const top = Math.min(from.top, tops - 1);
	// Lines that a jump passes over were not shown.
	const seen = top <= from.seen ? Math.max(from.seen, Math.min(required, top + height)) : from.seen;
	if (from !== state || seen !== from.seen) {
		setState({...from, seen});
	}

	const moves = movesOf((move: Move) => {
		setState(current => ({
			...current,
			top: moveWindow({selected: Math.min(current.top, tops - 1), top: 0}, move, tops, height).selected,
		}));
	});

	return {top, moves, question: {id, missing, unread: Math.max(0, required - seen)}};
}
