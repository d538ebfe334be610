import {expect} from 'vitest';

/** In an assertion: a text that contains this one. */
export const containing = (text: string) => expect.stringContaining(text) as string;

/** In an assertion: a text that this matches. */
export const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
