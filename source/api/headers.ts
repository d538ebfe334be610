/** The part of `Headers` that ofetch and this program use. The global one brings all of undici with it, and the first rows would wait for that. */
export class SimpleHeaders {
	readonly #values: Map<string, string>;

	constructor(values: SimpleHeaders | Readonly<Record<string, string>> = {}) {
		const entries = values instanceof SimpleHeaders ? [...values] : Object.entries(values);
		this.#values = new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
	}

	get(name: string): string | null {
		return this.#values.get(name.toLowerCase()) ?? null;
	}

	has(name: string): boolean {
		return this.#values.has(name.toLowerCase());
	}

	set(name: string, value: string): void {
		this.#values.set(name.toLowerCase(), value);
	}

	[Symbol.iterator](): Iterator<[string, string]> {
		return this.#values[Symbol.iterator]();
	}
}
