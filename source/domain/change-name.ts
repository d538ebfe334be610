import {kindWords, type BatchKind} from './operation-kind.ts';

/** The number of a bulk operation in commands: `b7`, to distinguish it from the number of an operation. */
export const batchNumber = (batch: number): string => `b${batch}`;

/** The number of the item at an index of a bulk operation in commands: `b7.2`. */
export const itemNumber = (batch: number, index: number): string => `${batchNumber(batch)}.${index + 1}`;

/** The name of a kind of change, as lists of pending changes have it: `edit`, `bulk edit`. */
export const nounOfChange = (kind: BatchKind, isBulk: boolean): string =>
	`${isBulk ? 'bulk ' : ''}${kindWords[kind].noun}`;
