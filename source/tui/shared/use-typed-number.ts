import {useTypedText, type TypedText} from './use-typed-text.ts';

/** Lets the operator type the number of notifications that a change is about. `accept`: the name of the key that confirms. */
export const useTypedNumber = (number: number, accept: string): TypedText => useTypedText(String(number), accept);
