import {useLayoutEffect, useReducer, useState} from 'react';
import {createViewer, emptyView, type View, type ViewInput} from '../../domain/query/view.ts';
import {createSlicedTask} from '../../system/sliced-task.ts';
import {useSession} from '../shared/session-context.ts';

/** A listing searched, sorted and grouped. Where that takes long, what was there before stands meanwhile; `finish` waits for it, before keys act on what it shows. */
export function useView(input: ViewInput): {readonly view: View; readonly isBusy: boolean; readonly finish: () => void} {
	const {services} = useSession();
	const [worker] = useState(() => createSlicedTask({compute: createViewer(), initial: emptyView, isSame, now: services.clock.now}));
	const [, redraw] = useReducer((count: number) => count + 1, 0);
	useLayoutEffect(() => worker.subscribe(redraw), [worker]);

	const {value, isBusy} = worker.ask(input);
	return {view: value, isBusy, finish: worker.finish};
}

function isSame(a: ViewInput, b: ViewInput): boolean {
	return a.records === b.records && a.terms === b.terms && a.sort === b.sort && a.group === b.group && a.isIndexed === b.isIndexed;
}
