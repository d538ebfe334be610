import type {OperationKind} from './operation.ts';

/** The displayed name of a kind: a restore is shown as recreate. */
export const shownKind = (kind: OperationKind): string => kind === 'restore' ? 'recreate' : kind;
