/** JSON source text access: in Node since version 21, not yet in TypeScript's library. */
interface JSON {
	rawJSON(text: string): Record<string, unknown>;
	isRawJSON(value: unknown): boolean;
	parse(text: string, reviver: (key: string, value: unknown, context: {source?: string}) => unknown): unknown;
}
