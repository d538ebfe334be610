/** A text as a complete sentence: with a full stop, unless it ends with other punctuation. */
export const sentence = (text: string): string => (/[!.?…]$/v.test(text) ? text : `${text}.`);
