import {lineText} from '../../files/notification-file.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import {cutTo, messages, type Message} from '../shared/message.ts';
import {objectLines} from '../shared/object-lines.ts';
import {rule} from '../shared/rule.ts';
import {shortName, type PlanRow} from './file-plan-rows.ts';

/** The row under the cursor as a whole, in lines below the rows: its line in the file, and all that changes or the notification. */
export function rowDetail(row: PlanRow, columns: number, height: number): Message[] {
	if (height < 2 || row.kind === 'fold') {
		return [];
	}

	const head: Message = {tone: 'faint', text: truncate(rule(columns), columns)};
	if (row.kind !== 'change') {
		return [head, ...cutTo(objectLines(row.notification, columns, height - 1), height - 1)];
	}

	const {change} = row;
	const place: readonly Message[] = change.place === undefined ? [] : messages('faint', sanitise(lineText(change.place)), columns).slice(0, 1);
	if (change.kind !== 'replace') {
		return [head, ...cutTo([...place, ...objectLines(change.kind === 'create' ? change.input : change.of, columns, Math.max(1, height - 1 - place.length))], height - 1)];
	}

	const quoted = (text: string) => text === '' ? 'none' : sanitiseCell(text);
	return [head, ...cutTo([...place, ...change.changes.flatMap(({field, old, new: after}) => messages('plain', `${shortName(field)}: ${quoted(old)} → ${quoted(after)}`, columns))], height - 1)];
}
