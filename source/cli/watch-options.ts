/** The interval of a watch. */
export const everyOption = {
	type: 'number',
	value: 'SECONDS',
	minimum: 0.1,
	maximum: 86_400,
	default: 30,
	summary: 'how long to wait between two listings',
} as const;
