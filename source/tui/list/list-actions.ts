import type {FieldName} from '../../notification/spec.ts';
import type {Actions} from '../keys/scope-keys.ts';
import type {Navigation} from '../shared/navigation.ts';
import {choices, type ListQueryAction} from './list-query.ts';

type Change = (action: ListQueryAction) => void;

/** Handlers of the list's keys that open the search, the sort line and the group line. */
export function openActions(change: Change): Pick<Actions<'list'>, 'search' | 'sort' | 'group'> {
	const open = (mode: 'search' | 'sort' | 'group') => () => {
		change({type: 'open', mode});
	};

	return {search: open('search'), sort: open('sort'), group: open('group')};
}

/** Handlers of the list's keys that open another screen, whatever the list shows. */
export function screenActions(
	push: Navigation['push'],
	marked: ReadonlySet<string>,
): Pick<Actions<'list'>, 'plan-file' | 'requests' | 'profiles' | 'pending'> {
	const open = (name: 'plan-file' | 'requests' | 'recovery') => () => {
		push({name});
	};

	return {
		'plan-file': open('plan-file'),
		requests: open('requests'),
		profiles() {
			push({name: 'profiles', marked});
		},
		pending: open('recovery'),
	};
}

/** Handlers of the keys that end a search. */
export function searchActions(change: Change): Pick<Actions<'search'>, 'accept' | 'back'> {
	return {
		accept() {
			change({type: 'close'});
		},
		back() {
			change({type: 'clear'});
		},
	};
}

/** Handlers of the keys of the sort line. */
export function sortActions(change: Change): Actions<'sort'> {
	return {...fieldActions(choices.sort, change), ...choiceActions(change)};
}

/** Handlers of the keys of the group line. */
export function groupActions(change: Change): Actions<'group'> {
	return {...fieldActions(choices.group, change), ...choiceActions(change)};
}

type FieldAction<F extends FieldName | undefined> = `by-${F extends FieldName ? F : 'none'}`;

function fieldActions<F extends FieldName | undefined>(
	fields: readonly F[],
	change: Change,
): Readonly<Record<FieldAction<F>, () => void>> {
	const actions = fields.map((field): [string, () => void] => [
		`by-${field ?? 'none'}`,
		() => {
			change({type: 'take', field});
		},
	]);
	return Object.fromEntries(actions) as Record<FieldAction<F>, () => void>;
}

function choiceActions(change: Change) {
	return {
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
