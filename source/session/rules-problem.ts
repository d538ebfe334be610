/** Says that a rule of config.yaml cannot be used. Sanitise it before it is shown. */
export const rulesProblemText = (problem: string): string =>
	`A rule of config.yaml cannot be used: ${problem}. Correct it first; undo and pending changes still work.`;
