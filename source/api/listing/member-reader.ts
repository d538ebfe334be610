import {wireNames} from '../../domain/wire-names.ts';

/** What a record's JSON says in the members that are searched and shown. */
export type ReadMembers = {
	/** The texts, in the order of `textPlaces`. Empty for null and for members that are missing. */
	readonly texts: readonly string[];
	readonly addresses: readonly string[];
	/** The JSON of the filters; empty if they are missing. */
	readonly filters: string;
};

/** The places of the members in `texts`. */
export const textPlaces = {userId: 0, channel: 1, name: 2, recipient: 3, network: 4, eventType: 5} as const;

/** The members in `texts` that are in `event_details`. */
const {network, eventType} = textPlaces;

/** How a member is read: to a place in `texts`, in a way of its own, or not at all. */
type Target = number | 'details' | 'addresses' | 'filters' | undefined;

/** The name of a member as written, with its quotes and the colon, and how it is read. */
type Step = {readonly text: string; readonly names: ReadonlyMap<string, Target>; readonly target: Target};

const recordNames: ReadonlyMap<string, Target> = new Map<string, Target>([
	[wireNames.record.userId, textPlaces.userId],
	[wireNames.record.channel, textPlaces.channel],
	[wireNames.record.name, textPlaces.name],
	[wireNames.record.recipient, textPlaces.recipient],
	[wireNames.record.details, 'details'],
]);

const detailNames: ReadonlyMap<string, Target> = new Map<string, Target>([
	[wireNames.details.network, network],
	[wireNames.details.eventType, eventType],
	[wireNames.details.addresses, 'addresses'],
	[wireNames.details.filters, 'filters'],
]);

const [quote, open, close, openBrace, closeBrace, comma, space] = ['"', '[', ']', '{', '}', ',', ' '].map(character => character.codePointAt(0)!) as [number, number, number, number, number, number, number];

/** The members whose names are expected in the next record, and the length of a record from which they are taken, at most: V8 keeps the whole text for a part of it. */
const expectedMembers = 64;
const usualLength = 10_000;

/**
Reads members from the JSON of records without parsing the rest. Records of a listing have the same members in the same order, so that each name is expected where the record before had it.

It never disagrees with JSON.parse: of a member that is given twice the last one counts.
*/
export class MemberReader {
	#json = '';
	#texts: string[] = [];
	#addresses: readonly string[] = [];
	#filters = '';
	#expected: Step[] = [];
	#step = 0;

	/**
	Reads a record.

	@param json - JSON that was checked: an object of the shape of a record.
	@returns What it says; undefined if an escape is in it, which JSON.parse has to decode.
	*/
	read(json: string): ReadMembers | undefined {
		if (json.includes('\\')) {
			return undefined;
		}

		this.#json = json;
		this.#texts = ['', '', '', '', '', ''];
		this.#addresses = [];
		this.#filters = '';
		this.#step = 0;
		this.#object(json.indexOf('{'), recordNames);
		return {texts: this.#texts, addresses: this.#addresses, filters: this.#filters};
	}

	/** Reads the members of an object, from its brace. Returns the index after it. */
	#object(from: number, names: ReadonlyMap<string, Target>): number {
		const json = this.#json;
		let at = this.#afterSpace(from + 1);
		while (json.codePointAt(at) === quote) {
			const {text, target} = this.#stepAt(at, names);
			at = this.#value(this.#afterSpace(at + text.length), target);
			at = this.#afterSpace(at);
			if (json.codePointAt(at) === comma) {
				at = this.#afterSpace(at + 1);
			}
		}

		return at + 1;
	}

	/** The name that begins at an index. */
	#stepAt(at: number, names: ReadonlyMap<string, Target>): Step {
		const expected = this.#expected[this.#step];
		if (expected?.names === names && this.#json.startsWith(expected.text, at)) {
			this.#step++;
			return expected;
		}

		const end = this.#json.indexOf('"', at + 1);
		const step = {text: this.#json.slice(at, this.#json.indexOf(':', end) + 1), names, target: names.get(this.#json.slice(at + 1, end))};
		if (this.#step < expectedMembers && this.#json.length <= usualLength) {
			this.#expected[this.#step] = step;
		}

		this.#step++;
		return step;
	}

	/** Reads a value. Returns the index after it. */
	#value(from: number, target: Target): number {
		const json = this.#json;
		const first = json.codePointAt(from);
		if (target === 'details') {
			this.#texts[network] = '';
			this.#texts[eventType] = '';
			this.#addresses = [];
			this.#filters = '';
			return first === openBrace ? this.#object(from, detailNames) : this.#endOf(from);
		}

		if (target === 'addresses') {
			this.#addresses = [];
			return first === open ? this.#list(from) : this.#endOf(from);
		}

		const end = this.#endOf(from);
		if (typeof target === 'number') {
			this.#texts[target] = this.#text(from, end);
		} else if (target === 'filters') {
			this.#filters = json.slice(from, end);
		}

		return end;
	}

	/** Reads the addresses, from their bracket. Returns the index after them. */
	#list(from: number): number {
		const addresses: string[] = [];
		let at = this.#afterSpace(from + 1);
		while (at < this.#json.length && this.#json.codePointAt(at) !== close) {
			const end = this.#endOf(at);
			addresses.push(this.#text(at, end));
			at = this.#afterSpace(end);
			if (this.#json.codePointAt(at) === comma) {
				at = this.#afterSpace(at + 1);
			}
		}

		this.#addresses = addresses;
		return at + 1;
	}

	/** A scalar as text. */
	#text(from: number, to: number): string {
		const json = this.#json;
		if (json.codePointAt(from) === quote) {
			return json.slice(from + 1, to - 1);
		}

		return json.startsWith('null', from) ? '' : json.slice(from, to);
	}

	/** The index after a value. */
	#endOf(from: number): number {
		const json = this.#json;
		const first = json.codePointAt(from);
		if (first === quote) {
			return json.indexOf('"', from + 1) + 1;
		}

		return first === open || first === openBrace ? this.#endOfNested(from) : this.#endOfLiteral(from);
	}

	/** The index after a list or an object. */
	#endOfNested(from: number): number {
		const json = this.#json;
		let depth = 1;
		let at = from + 1;
		while (depth > 0 && at < json.length) {
			const code = json.codePointAt(at);
			if (code === quote) {
				// Most of a list of filters is text: it is searched for its end, not read.
				at = json.indexOf('"', at + 1);
			} else if (code === open || code === openBrace) {
				depth++;
			} else if (code === close || code === closeBrace) {
				depth--;
			}

			at++;
		}

		return at;
	}

	/** The index after a number, true, false or null. */
	#endOfLiteral(from: number): number {
		let at = from;
		for (let code = this.#json.codePointAt(at)!; code > space && code !== comma && code !== close && code !== closeBrace;) {
			at++;
			code = this.#json.codePointAt(at)!;
		}

		return at;
	}

	#afterSpace(from: number): number {
		let at = from;
		while (this.#json.codePointAt(at)! <= space) {
			at++;
		}

		return at;
	}
}
