import {keyOf} from '../keys/match.ts';

/** What a notice about a change in the list ends with: the key that takes it back, as ` u: undo`. */
export const undoKeyText = (): string => ` ${keyOf('list', 'undo')}: undo`;
