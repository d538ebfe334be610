import assert from 'node:assert/strict';
import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {hostileText, pieceLengths, piecesOf} from './arbitraries.ts';
import {keyScraps, typedScraps} from './key-scraps.ts';
import {openKeyboard} from './keyboard.ts';
import {defineTarget, type Target} from './target.ts';

/** What an operator does: types, or pastes. */
type Act = {
	readonly kind: 'type' | 'paste';
	readonly text: string;
	/** Bytes of the pieces in which it arrives, in turn. */
	readonly pieces: readonly number[];
	/** Milliseconds between two pieces. */
	readonly gap: number;
	/** The piece that is late, and how many milliseconds after the one before it. */
	readonly late: {readonly piece: number; readonly gap: number};
};

type Input = {readonly acts: readonly Act[]};

const start = '\u{1B}[200~';
const end = '\u{1B}[201~';
/** The key Esc, as Ink gets it. */
const escape = '\u{1B}[27u';

/** No part of a paste comes later than this after the part before it: a terminal writes it at once. What comes 100 ms later is typed, and a character can be cut into four parts. In milliseconds. */
const longestGap = 50;

/** After this long nothing is waited for. In milliseconds. */
const quiet = 700;

/** Less than Esc is waited for: a slow connection can be told from a key by nothing else. In milliseconds. */
const typingGap = 15;

const anyAct: fc.Arbitrary<Act> = fc.oneof(
	fc.record({
		kind: fc.constant('type' as const),
		text: fc.array(fc.constantFrom(...typedScraps), {minLength: 1, maxLength: 6}).map(parts => parts.join('')),
		pieces: pieceLengths,
		gap: fc.nat(typingGap),
		late: fc.constant({piece: 0, gap: 0}),
	}),
	fc.record({
		kind: fc.constant('paste' as const),
		text: fc
			.array(
				fc.oneof(
					{weight: 5, arbitrary: fc.constantFrom(...keyScraps)},
					{weight: 1, arbitrary: hostileText.map(text => text.slice(0, 200).toWellFormed())},
				),
				{maxLength: 8},
			)
			.map(parts => parts.join('')),
		pieces: pieceLengths,
		gap: fc.nat(typingGap),
		late: fc.record({piece: fc.nat(40), gap: fc.nat(longestGap)}),
	}),
);

/** What the program gets of each act. */
async function keysOf(acts: readonly Act[]): Promise<string[][]> {
	using keyboard = openKeyboard();
	const delivered: string[][] = [];
	for (const {kind, text, pieces, gap, late} of acts) {
		const bytes = Buffer.from(kind === 'paste' ? start + text + end : text);
		for (const [index, piece] of piecesOf(bytes, pieces).entries()) {
			await keyboard.pass(index === late.piece ? late.gap : gap);
			await keyboard.send(piece);
		}

		await keyboard.pass(quiet);
		delivered.push(keyboard.take());
	}

	return delivered;
}

/** What is typed from the last ctrl+c on: keys before it that were not handled yet are dropped. */
const fromInterrupt = (delivered: readonly string[]): string =>
	delivered.slice(Math.max(0, delivered.lastIndexOf('\u{3}'))).join('');

/** Typing and pasting, from the bytes to the keys that Ink gets. */
export const keys: Target = defineTarget<Input>(
	'keys',
	'Nothing of a paste acts as a key, whatever it holds and however it is cut; what is typed is not changed by a paste before it.',
	fc.record({acts: fc.array(anyAct, {minLength: 1, maxLength: 3})}),
	async ({acts}) => {
		const delivered = await keysOf(acts);
		for (const [index, act] of acts.entries()) {
			const got = delivered[index]!;
			if (act.kind === 'type') {
				const [alone] = await keysOf([{...act, pieces: [Buffer.byteLength(act.text)], gap: 0}]);
				assert.equal(
					fromInterrupt(got),
					fromInterrupt(alone!),
					'What was typed is changed by what was before, or by how it was cut.',
				);
			} else {
				const pastes = got.filter(key => key.startsWith(start) && key.endsWith(end));
				assert.equal(pastes[0], start + act.text.split(end, 1)[0]! + end);
				// What of the start of a paste comes alone cannot be told from Esc, and a bracket after it.
				const first = got.indexOf(pastes[0]);
				assert.ok(
					['', escape, `${escape}[`].includes(got.slice(0, first).join('')),
					'The start of a paste acts as a key.',
				);
				assert.deepEqual(
					got.slice(first).filter(key => !pastes.includes(key)),
					[],
					'A part of a paste acts as a key.',
				);
			}
		}
	},
);
