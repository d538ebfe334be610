import {widthOf} from '../../terminal/width.ts';

/** One of several things to choose from, on a line with the others. */
export type Choice = {
	/** The key that takes it. */
	readonly key: string;
	readonly label: string;
};

/** A choice as shown: its key in brackets, in its name where it occurs there. */
function choiceText({key, label}: Choice): string {
	const at = label.indexOf(key);
	return at === -1 ? `[${key}]${label}` : `${label.slice(0, at)}[${key}]${label.slice(at + 1)}`;
}

/** A choice, with the mark of the cursor before it, or a space. */
export type ShownChoice = {
	readonly text: string;
	readonly isChosen: boolean;
};

/** As many choices as fit into `columns`, from one on that lets the one under the cursor be seen; `chosen` is its index. */
export function shownChoices(choices: readonly Choice[], chosen: number, columns: number): ShownChoice[] {
	const all = choices.map((choice, index) => ({text: `${index === chosen ? '>' : ' '}${choiceText(choice)}`, isChosen: index === chosen}));
	const widthFrom = (start: number, end: number) => all.slice(start, end).reduce((sum, {text}) => sum + widthOf(text), 0);

	let start = 0;
	while (start < chosen && widthFrom(start, chosen + 1) > columns) {
		start++;
	}

	let end = chosen + 1;
	while (end < all.length && widthFrom(start, end + 1) <= columns) {
		end++;
	}

	return all.slice(start, end);
}
