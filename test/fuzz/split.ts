import assert from 'node:assert/strict';
import fc from 'fast-check';
import {type KeyToken, createKeySplitter} from '../../source/terminal/split-keys.ts';
import {hostileText, pieceLengths, piecesOf} from './arbitraries.ts';
import {keyScraps} from './key-scraps.ts';
import {defineTarget, type Target} from './target.ts';

type Input = {
	readonly text: string;
	/** Lengths of the chunks, in turn. */
	readonly chunks: readonly number[];
};

/** What comes out, keys that were typed as one text: where a letter and its marks are cut apart, they are two keys. */
function tokensOf(chunks: Iterable<string>): Array<string | KeyToken> {
	const splitter = createKeySplitter();
	const tokens: Array<string | KeyToken> = [];
	let hadPaste = false;
	const add = (token: KeyToken) => {
		const last = tokens.at(-1);
		hadPaste ||= token.kind !== 'key' && token.kind !== 'mouse';
		if (token.kind === 'key' && !token.text.startsWith('\u{1B}')) {
			tokens.push((typeof last === 'string' ? (tokens.pop() as string) : '') + token.text);
		} else if (token.kind !== 'dropped' || typeof last !== 'object' || last.kind !== 'dropped') {
			tokens.push(token);
		}
	};

	for (const chunk of chunks) {
		for (const token of splitter.push(chunk, hadPaste)) {
			add(token);
		}
	}

	for (const token of splitter.flush()) {
		add(token);
	}

	return tokens;
}

/** Chunks of whole characters, as a decoder of UTF-8 gives them. */
function wholeCharacters(text: string, lengths: readonly number[]): string[] {
	const chunks = piecesOf(text, lengths);
	for (const [index, chunk] of chunks.entries()) {
		if (!(/[\u{D800}-\u{DBFF}]$/v.test(chunk) && index + 1 < chunks.length)) {
			continue;
		}

		chunks[index] = chunk.slice(0, -1);
		chunks[index + 1] = chunk.slice(-1) + chunks[index + 1]!;
	}

	return chunks.filter(chunk => chunk !== '');
}

/** What a terminal sends, as keys, pastes and answers. */
export const split: Target = defineTarget<Input>(
	'split',
	'What a terminal sends is split into the same keys and pastes, however it is cut.',
	fc.record({
		text: fc
			.array(fc.oneof({weight: 6, arbitrary: fc.constantFrom(...keyScraps)}, {weight: 1, arbitrary: hostileText}), {
				maxLength: 12,
			})
			.map(parts => parts.join('').toWellFormed()),
		chunks: pieceLengths,
	}),
	({text, chunks}) => {
		assert.deepEqual(tokensOf(wholeCharacters(text, chunks)), tokensOf([text]));
	},
);
