import {useLayoutEffect, useReducer, useState} from 'react';
import {createViewer, emptyView, type View, type ViewInput} from '../../domain/query/view.ts';
import {createSlicedTask} from '../../system/time-slices.ts';
import {useSession} from '../shared/session-context.ts';

/** Searches, sorts and groups a listing. While that takes long, the previous view is returned. `finish` computes the latest view at once, for keys that act on what it shows. */
export function useView(input: ViewInput): {readonly view: View; readonly isBusy: boolean; readonly finish: () => void} {
	const {services} = useSession();
	const [task] = useState(() => createSlicedTask({compute: createViewer(), initial: emptyView, isSame, now: services.clock.now}));
	const [, redraw] = useReducer((count: number) => count + 1, 0);
	useLayoutEffect(() => task.subscribe(redraw), [task]);

	const {value, isBusy} = task.request(input);
	return {view: value, isBusy, finish: task.finish};
}

function isSame(a: ViewInput, b: ViewInput): boolean {
	return a.records === b.records && a.terms === b.terms && a.sort === b.sort && a.group === b.group && a.isIndexed === b.isIndexed;
}
