import {sanitise} from '../../terminal/sanitise.ts';

/** A member of the team and the machine, as the board names them: not safe to show. */
export type Colleague = {readonly operator: string; readonly host: string};

/** The words for a colleague: `anna on ci-7`; safe to show. */
export const colleagueText = ({operator, host}: Colleague): string => sanitise(`${operator} on ${host}`);
