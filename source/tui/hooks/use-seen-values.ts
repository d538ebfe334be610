import {useEffect} from 'react';
import type {ListedRecord} from '../../notifications/notification.ts';
import {collect, mergeValues, noValues, type KnownValues} from '../../notifications/suggest.ts';
import {createBreather} from '../../platform/breathe.ts';

/** Records looked at between two turns of the event loop. */
const pieceCount = 1000;

/** Collects the values that an account's notifications hold, without holding up keys, and hands them on whenever there are others. */
export function useSeenValues(records: readonly ListedRecord[], onValues: (values: KnownValues) => void): void {
	useEffect(() => {
		const controller = new AbortController();
		const {signal} = controller;
		void (async () => {
			const breathe = createBreather();
			let values = noValues;
			for (let from = 0; from < records.length && !signal.aborted; from += pieceCount) {
				const piece = records.slice(from, from + pieceCount).filter(record => record.kind === 'notification');
				values = mergeValues(values, collect(piece));
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
