import type {Action} from '../keys/bindings.ts';
import {choices, type ListQuery, type ListQueryAction} from './list-query.ts';

type Actions = Partial<Readonly<Record<Action, () => void>>>;

type Change = (action: ListQueryAction) => void;

/** The keys of the list that search, sort and group. */
export function modesOf(change: Change): Actions {
	return Object.fromEntries((['search', 'sort', 'group'] as const).map(mode => [mode, () => {
		change({type: 'open', mode});
	}]));
}

/** The keys of each of those, until it is closed. */
export function choosing(mode: Exclude<ListQuery['mode'], 'list'>, change: Change): Actions {
	if (mode === 'search') {
		return {
			accept() {
				change({type: 'close'});
			},
			back() {
				change({type: 'clear'});
			},
		};
	}

	return {
		...Object.fromEntries(choices[mode].map(field => [`by-${field ?? 'none'}`, () => {
			change({type: 'take', field});
		}])),
		left() {
			change({type: 'step', by: -1});
		},
		right() {
			change({type: 'step', by: 1});
		},
		accept() {
			change({type: 'accept'});
		},
		again() {
			change({type: 'again'});
		},
		back() {
			change({type: 'close'});
		},
	};
}
