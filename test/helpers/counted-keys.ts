import {pasted, type Screen} from './screen.tsx';

/** A screen whose keys are counted as an operator counts them. */
export type CountedScreen = Screen & {
	/** Types a text, or pastes it: one text, whatever its length. */
	readonly type: (text: string) => Promise<void>;
	readonly paste: (text: string) => Promise<void>;
	/** The keys pressed and the texts entered so far: `4 keys, 2 texts`, or `4 keys`. */
	readonly counted: () => string;
};

/** Counts what is pressed, typed and pasted on a screen. What is waited for in between costs nobody a key. */
export function countKeys(screen: Screen): CountedScreen {
	let keys = 0;
	let texts = 0;
	return {
		...screen,
		async press(...names) {
			keys += names.length;
			await screen.press(...names);
		},
		async type(text) {
			texts++;
			await screen.press(...text);
		},
		async paste(text) {
			texts++;
			await screen.press(pasted(text));
		},
		counted: () => [counted(keys, 'key'), ...(texts > 0 ? [counted(texts, 'text')] : [])].join(', '),
	};
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
