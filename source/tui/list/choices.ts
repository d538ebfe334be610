import {widthOf} from '../../terminal/width.ts';
import {cursorSign} from '../shared/cursor-sign.ts';

/** One of several fields to choose from, on one line. */
export type FieldChoice = {
	/** The key that chooses it. */
	readonly key: string;
	readonly label: string;
};

/** A choice as text: its key in brackets, inside its name where it occurs there. */
function choiceText({key, label}: FieldChoice): string {
	const at = label.indexOf(key);
	return at === -1 ? `[${key}]${label}` : `${label.slice(0, at)}[${key}]${label.slice(at + 1)}`;
}

/** A choice as it is drawn: after the cursor mark or a space. */
export type ShownChoice = {
	readonly text: string;
	readonly isChosen: boolean;
};

/** The sign that there are more choices at that end. */
const more = ' …';

/** The choices that fit into `columns`, including the one under the cursor, whose index is `chosen`. */
export function shownChoices(choices: readonly FieldChoice[], chosen: number, columns: number): ShownChoice[] {
	const all = choices.map((choice, index) => ({
		text: `${cursorSign(index === chosen)}${choiceText(choice)}`,
		isChosen: index === chosen,
	}));
	const widthFrom = (start: number, end: number) =>
		all.slice(start, end).reduce((sum, {text}) => sum + widthOf(text), 0);

	if (widthFrom(0, all.length) <= columns) {
		return all;
	}

	// Both ends have room for the sign that there are more.
	const room = columns - widthOf(more) * 2;
	let start = 0;
	while (start < chosen && widthFrom(start, chosen + 1) > room) {
		start++;
	}

	let end = chosen + 1;
	while (end < all.length && widthFrom(start, end + 1) <= room) {
		end++;
	}

	const sign: ShownChoice = {text: more, isChosen: false};
	return [...(start > 0 ? [sign] : []), ...all.slice(start, end), ...(end < all.length ? [sign] : [])];
}
