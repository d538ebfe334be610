import {sanitiseCell} from './sanitise.ts';

/** What stands for the value of a field that has none, on screens and in the output of commands for people. */
export const noValue = 'none';

/** A value beside the name of its field, safe to show. Where no field is named beside it, a row says which is missing: `no name`. */
export const shownValue = (text: string): string => (text === '' ? noValue : sanitiseCell(text));
