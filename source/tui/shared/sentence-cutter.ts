import {notificationSentence, type ToldFields, type ToldPart} from '../../notification/sentence.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncateValue, widthOf} from '../../terminal/width.ts';
import {fitWidths} from '../list/fit-widths.ts';

/** The width to which a part is cut at least. */
const leastPart = 12;

/** A number, which says little without its middle: a value, or the ID of a chat. */
const number = /^[+\-]?\d[\d,.]*$/v;

export type SentenceCutter = {
	/** The shortest form of the sentence in `room` columns, safe to show. Wider only if its parts have their least widths. */
	readonly cut: (room: number) => string;
	/** Whether that cuts more than the recipient. */
	readonly cutsMore: (room: number) => boolean;
};

/**
Cuts the long parts of a sentence, which share the room: short ones are whole first, and numbers before other long parts get more.

@param told - The notification.
@param longest - The characters of a part that are measured at most.
@param most - The width of a part at most.
*/
export function sentenceCutter(told: ToldFields, longest: number, most: number): SentenceCutter {
	const parts = new Map<ToldPart, string>();
	const whole = notificationSentence(told, 'shortest', (part, text) => {
		const safe = sanitise(text.slice(0, longest));
		parts.set(part, safe);
		return safe;
	});
	const others = Math.max(
		0,
		widthOf(sanitise(whole.slice(0, longest * (parts.size + 1)))) - sum([...parts.values()].map(text => widthOf(text))),
	);
	const widthsIn = (room: number) => {
		const needs = [...parts.values()].map(text => needOf(text, most));
		return {needs, widths: fitWidths(needs, Math.max(sum(needs.map(need => need.least)), room - others))};
	};

	return {
		cut(room) {
			const {widths} = widthsIn(room);
			const cuts = new Map([...parts].map(([part, text], index) => [part, truncateValue(text, widths[index]!)]));
			return sanitise(notificationSentence(told, 'shortest', (part, text) => cuts.get(part) ?? text).slice(0, longest));
		},
		cutsMore(room) {
			const {needs, widths} = widthsIn(room);
			return (
				sum(widths) + others > room ||
				[...parts.keys()].some((part, index) => part !== 'recipient' && widths[index]! < needs[index]!.whole)
			);
		},
	};
}

function needOf(text: string, most: number) {
	const whole = Math.min(widthOf(text), most);
	const least = Math.min(whole, leastPart);
	return {least, distinct: number.test(text) ? whole : least, common: whole, whole};
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
