import {keyOf} from '../keys/match.ts';

/** The end of a notice about a change in the list: the key that takes it back, as ` u: undo`. */
export const undoKeyText = (): string => ` ${keyOf('list', 'undo')}: undo`;
