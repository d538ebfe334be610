import {fieldNamed} from '../../domain/fields.ts';
import {maskedFields, maskIn} from '../../storage/journal/mask.ts';
import type {Operation, RequestEntry} from '../../storage/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';
import {wrap} from '../../terminal/width.ts';
import {detailLines, headLines, type TextLine} from '../detail/detail-lines.ts';
import {labelWidth} from '../shared/label-width.ts';
import {changeLines} from '../shared/change-lines.ts';
import {asListed} from '../../domain/spec.ts';
import {operationHead, requestText} from './history-lines.ts';

/** The label of the ID, which a create without a known outcome has not. */
const idLabel = fieldNamed('id').label;

/**
Describes a change: its notification as a sentence, its result, the changed fields (old → new) or the whole notification, and its requests in order. Recipients are masked as in the history. `now`: in milliseconds since the epoch.
*/
export function changeDetailLines(
	operation: Operation,
	requests: readonly RequestEntry[],
	undo: Operation | undefined,
	columns: number,
	now: number,
): TextLine[] {
	const {kind, startedAt, profileName, input, snapshot, newId, detail = '', place = ''} = operation;
	const field = (label: string, text: string): TextLine[] =>
		text === ''
			? []
			: wrap(text, columns - labelWidth).map((line, index) => ({label: index === 0 ? label : '', text: line}));
	const contacts = [input, snapshot?.input].filter(fields => fields !== undefined);
	const [before, after] = [
		snapshot && {...maskedFields(snapshot.input), template: snapshot.template, topics: snapshot.topics},
		input && {...maskedFields(input), template: input.template, topics: input.topics},
	];
	const whole = after ?? before;
	const isMasked = contacts.some(fields => maskedFields(fields).recipient !== fields.recipient);
	const id = newId ?? snapshot?.id;
	const gap: TextLine = {label: '', text: ''};
	return [
		...(whole === undefined ? [] : headLines(whole, columns)),
		...[operationHead(operation, now), sanitise(detail)]
			.filter(text => text !== '')
			.flatMap(text => wrap(text, columns))
			.map((text): TextLine => ({label: '', text, hasNoMargin: true})),
		...field('Change', `#${operation.id} on ${sanitise(profileName)}, ${formatTime(startedAt)}`),
		...field('Input', sanitise(place)),
		...field('Masked', isMasked ? 'recipients, as in the whole history' : ''),
		...(undo === undefined ? [] : field('Undone', `${formatTime(undo.startedAt)} by #${undo.id}`)),
		gap,
		...(kind === 'replace' && before !== undefined && after !== undefined
			? [{label: 'Old → new', text: '', isFaint: true}, ...changeLines(before, after, columns), gap]
			: []),
		...field('Requests', requests.length === 0 ? 'none' : ''),
		...requests.flatMap((request, index) =>
			field(index === 0 ? 'Requests' : '', maskIn(requestText(request), contacts)),
		),
		gap,
		...(whole === undefined
			? []
			: detailLines(
					asListed(whole, id, {}),
					columns,
					after === undefined ? undefined : {template: after.template, topics: after.topics, at: startedAt},
				).filter(({label}) => label !== idLabel || id !== undefined)),
	];
}
