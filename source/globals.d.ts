/** JSON source text access: shipped since Node 21, not in TypeScript's library yet. */
interface JSON {
	rawJSON(text: string): Record<string, unknown>;
	isRawJSON(value: unknown): boolean;
	parse(text: string, reviver: (key: string, value: unknown, context: {source?: string}) => unknown): unknown;
}
