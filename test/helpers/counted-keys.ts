import {pasted, type Screen} from './screen.tsx';

/** A screen whose keys are counted as an operator counts them. */
export type CountedScreen = ReturnType<typeof countKeys>;

/** Counts what is pressed, typed and pasted on a screen. What is waited for in between costs nobody a key. */
export function countKeys(screen: Screen) {
	let keys = 0;
	let texts = 0;
	return {
		...screen,
		async press(...names: readonly string[]) {
			keys += names.length;
			await screen.press(...names);
		},
		/** Types a text, or pastes it: one text, whatever its length. */
		async type(text: string) {
			texts++;
			await screen.press(...text);
		},
		async paste(text: string) {
			texts++;
			await screen.press(pasted(text));
		},
		/** The keys pressed and the texts entered so far: `4 keys, 2 texts`, or `4 keys`. */
		counted: () => [counted(keys, 'key'), ...(texts > 0 ? [counted(texts, 'text')] : [])].join(', '),
	};
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
