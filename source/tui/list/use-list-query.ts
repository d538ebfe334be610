import {isDeepStrictEqual} from 'node:util';
import {
	useEffect,
	useReducer,
	useRef,
	type Dispatch,
} from 'react';
import type {ViewSettings} from '../../storage/view-settings.ts';
import {useSession} from '../shared/session-context.ts';
import {quietly} from '../shared/use-ledger.ts';
import {
	initialListQuery,
	reduceListQuery,
	type ListQuery,
	type ListQueryAction,
} from './list-query.ts';

const nothing: ViewSettings = {query: '', sort: undefined, group: undefined};

/** How the list is looked at, as it was when this account was last open. It is written down when a change is complete, and when the program ends. */
export function useListQuery(): readonly [ListQuery, Dispatch<ListQueryAction>] {
	const {ledger, profileKey} = useSession();
	const [state, dispatch] = useReducer(reduceListQuery, initialListQuery);
	/** What the ledger holds; undefined until it was read. */
	const known = useRef<ViewSettings | undefined>(undefined);
	useEffect(() => {
		quietly(() => {
			known.current = ledger && (ledger.views.read(profileKey) ?? nothing);
		});
		dispatch({type: 'restore', saved: known.current ?? nothing});
	}, [ledger, profileKey]);

	const {mode, query: {text}, sort, group} = state;
	const save = () => {
		const view = {query: text, sort, group};
		if (ledger === undefined || known.current === undefined || isDeepStrictEqual(view, known.current)) {
			return;
		}

		known.current = view;
		quietly(() => {
			ledger.views.write(profileKey, view);
		});
	};

	const latest = useRef(save);
	latest.current = save;
	useEffect(() => {
		if (mode === 'list') {
			latest.current();
		}
	}, [mode, text, sort, group]);
	useEffect(() => () => {
		latest.current();
	}, []);

	return [state, dispatch];
}
