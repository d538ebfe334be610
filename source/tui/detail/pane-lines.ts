import {fieldNamed} from '../../notification/spec.ts';
import type {ListedRecord} from '../../notification/notification.ts';
import {numberText} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import type {Line} from '../ui/line.ts';

/** The fields that the title of a preview says. */
const titled: ReadonlySet<string> = new Set((['id', 'name'] as const).map(name => fieldNamed(name).label));

/** The columns of a title that its rule and its separator take. */
const titleMargin = 6;

/** The lines of a record that a preview of `rows` lines shows. If not all fit, those that repeat its title are left out, and the last line says how many are missing. */
export function paneLines(
	lines: readonly Line[],
	record: ListedRecord,
	columns: number,
	rows: number,
): readonly Line[] {
	if (lines.length <= rows) {
		return lines;
	}

	const isTitleWhole =
		record.kind === 'notification' && widthOf(sanitise(`${record.id}${record.name}`)) <= columns - titleMargin;
	const left = isTitleWhole ? lines.filter(({label}) => label === undefined || !titled.has(label)) : lines;
	const shown = Math.max(0, rows - 1);
	return left.length <= rows
		? left
		: [
				...left.slice(0, shown),
				{label: '', text: `${numberText(left.length - shown)} more lines: ${keyOf('list', 'open')}`, tone: 'faint'},
			];
}
