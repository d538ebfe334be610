/**
The places of members in records that are scanned one after the other. Each record has two offsets from its start for each member: where the value begins, and where it ends. Both are 0 for null and for what is missing.
*/
export class PlaceList {
	readonly #perRecord: number;
	#offsets = new Uint16Array(0);
	/** The index of the last record. Those before it are kept. */
	#last = 0;
	/** Where the last record begins in the bytes. */
	#start = 0;

	/** Creates a list for records with so many members that are read. */
	constructor(members: number) {
		this.#perRecord = 2 * members;
	}

	/** Begins a record, at this index of the bytes. If the last one was not kept, it is forgotten. */
	begin(start: number): void {
		this.#start = start;
		const end = this.#last + this.#perRecord;
		if (this.#offsets.length < end) {
			const larger = new Uint16Array(2 * end);
			larger.set(this.#offsets);
			this.#offsets = larger;
		}

		for (let index = this.#last; index < end; index++) {
			this.#offsets[index] = 0;
		}
	}

	/** Sets the place of a member in the last record, in the bytes. */
	set(member: number, from: number, to: number): void {
		this.#offsets[this.#last + 2 * member] = from - this.#start;
		this.#offsets[this.#last + 2 * member + 1] = to - this.#start;
	}

	/** Forgets the place of a member in the last record. */
	forget(member: number): void {
		this.set(member, this.#start, this.#start);
	}

	/** Keeps the last record. */
	keep(): void {
		this.#last += this.#perRecord;
	}

	/** Returns the offsets of the records that were kept, and empties the list. */
	take(): Uint16Array {
		const offsets = this.#offsets.slice(0, this.#last);
		this.#last = 0;
		return offsets;
	}
}
