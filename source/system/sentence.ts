/** A text as a whole sentence: with a full stop, unless it ends with a sign of its own. */
export const sentence = (text: string): string => /[!.?…]$/v.test(text) ? text : `${text}.`;
