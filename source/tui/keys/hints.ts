import {countFitting, fieldGap} from '../ui/fit.ts';
import type {Scope} from './bindings.ts';
import {hintsOf, keyToShow, type Guards} from './match.ts';
import type {LiveKeys} from './scope-keys.ts';

/** The hints of the enabled keys that fit on one line. `isAnswerMissing`: the key that answers the question is faint; `answerHint`: what it does; `isHarmless`: it is not shown as dangerous; `cut`: what stands in its place. Spaces are drawn before the key, between key and hint, and after the hint. */
export function fittingHints(
	scope: Scope,
	guards: Guards,
	columns: number,
	{isAnswerMissing, answerHint, isHarmless, cut}: Partial<Omit<LiveKeys, 'scope' | 'guards'>> = {},
) {
	const shown = hintsOf(scope, guards);
	const answer = shown.find(({confirms}) => confirms);
	const hints = shown
		.filter(binding => cut === undefined || !binding.confirms || binding === answer)
		.map(binding => {
			const {confirms, isDangerous} = binding;
			const hint = (confirms ? answerHint : undefined) ?? binding.hint ?? '';
			if (confirms && cut !== undefined) {
				return {...cut.hint, role: 'warning'} as const;
			}

			const key = keyToShow(binding, scope);
			if (confirms && isAnswerMissing) {
				return {key, hint, role: 'faint'} as const;
			}

			return {key, hint, role: isDangerous && !(confirms && isHarmless) ? 'danger' : 'key'} as const;
		});

	return hints.slice(
		0,
		countFitting(
			hints.map(({key, hint}) => ` ${key} ${hint} `),
			columns,
		),
	);
}

/** The number of keys of one action from which only the first and the last are named. */
const manyKeys = 4;

/** The keys of an action, as many as fit into `columns`: the first one at least. */
export const fittingKeys = (keys: readonly string[], columns: number): string =>
	keys.length >= manyKeys
		? `${keys[0]!} … ${keys.at(-1)!}`
		: keys.slice(0, Math.max(1, countFitting(keys, columns, fieldGap.length))).join(fieldGap);
