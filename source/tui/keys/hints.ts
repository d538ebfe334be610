import {widthOf} from '../../terminal/width.ts';
import type {Scope} from './bindings.ts';
import {hintsOf, keyToShow, type Guards} from './match.ts';

/** A key in the footer. Spaces are drawn before the key, between key and hint, and after the hint. */
export type FooterHint = {readonly key: string; readonly hint: string; readonly role: 'danger' | 'key' | 'faint'};

/** The hints of the enabled keys that fit on one line. `isAnswerMissing`: the key that answers the question is faint. */
export function fittingHints(scope: Scope, guards: Guards, columns: number, isAnswerMissing = false): FooterHint[] {
	let room = columns;
	return hintsOf(scope, guards)
		.map(binding => ({key: keyToShow(binding, scope), hint: binding.hint!, role: isAnswerMissing && binding.confirms ? 'faint' as const : (binding.isDangerous ? 'danger' as const : 'key' as const)}))
		.filter(({key, hint}) => {
			room -= widthOf(key) + widthOf(hint) + 3;
			return room >= 0;
		});
}
