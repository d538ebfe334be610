import {useEffect} from 'react';
import type {ListedRecord} from '../../domain/notification.ts';
import {collectValues, mergeValues, noValues, type KnownValues} from '../../domain/draft/suggest.ts';
import {createYielder} from '../../system/time-slices.ts';

/** Records looked at between two turns of the event loop. */
const pieceCount = 1000;

/** Collects the values that an account's notifications hold, without holding up keys, and hands them on whenever there are others. */
export function useSeenValues(records: readonly ListedRecord[], onValues: (values: KnownValues) => void): void {
	useEffect(() => {
		const controller = new AbortController();
		const {signal} = controller;
		void (async () => {
			const breathe = createYielder();
			let values = noValues;
			for (let from = 0; from < records.length && !signal.aborted; from += pieceCount) {
				const piece = records.slice(from, from + pieceCount).filter(record => record.kind === 'notification');
				values = mergeValues(values, collectValues(piece));
				await breathe();
			}

			if (!signal.aborted) {
				onValues(values);
			}
		})();

		return () => {
			controller.abort();
		};
	}, [records]);
}
