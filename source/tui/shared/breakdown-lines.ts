import {breakdownOf, type BreakdownCounts} from '../../domain/breakdown.ts';
import {shortNetwork} from '../../domain/notification-sentence.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import {numberText} from '../../system/number-text.ts';
import type {TextLine} from '../detail/detail-lines.ts';
import {labelWidth} from './label-width.ts';

/** The lines while the notifications are still counted, so that nothing moves afterwards. */
const uncounted: readonly TextLine[] = breakdownOf([]).map(({name}) => ({label: `by ${name}`, text: '…'}));

/** Counts of notifications by user, channel and network, a line of at most `columns` for each: `by user  ops-1 7 · ops-2 3 · 4 more`. Safe to show. `counts`: undefined while they are counted. */
export function breakdownLines(counts: readonly BreakdownCounts[] | undefined, columns: number): readonly TextLine[] {
	if (counts === undefined) {
		return uncounted;
	}

	return counts.map(({name, values}) => {
		const texts = values.map(([value, count]) => `${value === '' ? 'none' : sanitiseCell(name === 'network' ? shortNetwork(value) : value)} ${numberText(count)}`);
		return {label: `by ${name}`, text: joinFitting(texts, columns - labelWidth)};
	});
}

/** As many of the texts as fit in `columns`, and the number of the others. */
function joinFitting(texts: readonly string[], columns: number): string {
	const moreText = (shown: number) => shown === texts.length ? '' : ` · ${numberText(texts.length - shown)} more`;
	let joined = texts[0] ?? '';
	let shown = Math.min(1, texts.length);
	while (shown < texts.length && widthOf(`${joined} · ${texts[shown]!}${moreText(shown + 1)}`) <= columns) {
		joined += ` · ${texts[shown]!}`;
		shown++;
	}

	return `${truncate(joined, Math.max(1, columns - widthOf(moreText(shown))))}${moreText(shown)}`;
}
