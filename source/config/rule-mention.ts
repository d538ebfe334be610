/** Whether the text of config.yaml may have `protect` or `policies`. If not, it need not be parsed for them. */
export const mayHaveRules = (text: string): boolean => /protect|policies/v.test(text);
