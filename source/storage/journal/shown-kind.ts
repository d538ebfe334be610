import type {OperationKind} from './operation.ts';

/** The name of a kind for people and programs: to restore a notification is to recreate it. */
export const shownKind = (kind: OperationKind): string => kind === 'restore' ? 'recreate' : kind;
