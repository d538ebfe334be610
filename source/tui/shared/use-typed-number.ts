import {useTypedText, type TypedText} from './use-typed-text.ts';

/** A number without the separators with which the screens show it. */
const withoutSeparators = (typed: string): string => typed.replaceAll(',', '');

/** Lets the operator type the number of notifications that a change is about, with or without separators. `accept`: the name of the key that confirms. */
export const useTypedNumber = (number: number, accept: string): TypedText =>
	useTypedText(String(number), accept, withoutSeparators);
