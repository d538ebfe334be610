import {countFitting} from '../ui/fit.ts';
import type {Scope} from './bindings.ts';
import {hintsOf, keyToShow, type Guards} from './match.ts';
import type {LiveKeys} from './scope-keys.ts';

/** A key in the footer. Spaces are drawn before the key, between key and hint, and after the hint. */
type FooterHint = {
	readonly key: string;
	readonly hint: string;
	readonly role: 'danger' | 'key' | 'faint' | 'warning';
};

/** The hints of the enabled keys that fit on one line. `isAnswerMissing`: the key that answers the question is faint; `isHarmless`: it is not shown as dangerous; `cut`: what stands in its place. */
export function fittingHints(
	scope: Scope,
	guards: Guards,
	columns: number,
	{
		isAnswerMissing = false,
		isHarmless = false,
		cut,
	}: Partial<Pick<LiveKeys, 'isAnswerMissing' | 'isHarmless' | 'cut'>> = {},
): FooterHint[] {
	const hints = hintsOf(scope, guards)
		.filter(
			(binding, index, all) =>
				cut === undefined || binding.confirms !== true || all.findIndex(({confirms}) => confirms === true) === index,
		)
		.map((binding): FooterHint => {
			if (binding.confirms === true && cut !== undefined) {
				return {...cut.hint, role: 'warning'};
			}

			return {
				key: keyToShow(binding, scope),
				hint: binding.hint!,
				role:
					isAnswerMissing && binding.confirms
						? 'faint'
						: binding.isDangerous && !(isHarmless && binding.confirms)
							? 'danger'
							: 'key',
			};
		});

	return hints.slice(
		0,
		countFitting(
			hints.map(({key, hint}) => ` ${key} ${hint} `),
			columns,
		),
	);
}
