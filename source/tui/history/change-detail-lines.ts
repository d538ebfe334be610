import {kindWords} from '../../domain/operation-kind.ts';
import {stateTexts} from '../../domain/operation-texts.ts';
import {maskIn, maskRecipient} from '../../storage/journal/mask.ts';
import type {Operation, RequestEntry} from '../../storage/journal/operation.ts';
import type {NotificationFields} from '../../domain/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';
import {wrap} from '../../terminal/width.ts';
import {detailLines, headLines, type TextLine} from '../detail/detail-lines.ts';
import {labelWidth} from '../shared/label-width.ts';
import {asListed, changeLines} from '../shared/change-lines.ts';
import {requestText} from './history-lines.ts';

/**
Describes a change: its kind and result, the changed fields (old → new) or the whole notification, and its requests in order. Recipients are masked as in the history.
*/
export function changeDetailLines(operation: Operation, requests: readonly RequestEntry[], undo: Operation | undefined, columns: number): TextLine[] {
	const {kind, state, startedAt, profileName, input, snapshot, newId, detail = '', place = '', isUndo, undoes} = operation;
	const field = (label: string, text: string): TextLine[] => text === '' ? [] : wrap(text, columns - labelWidth).map((line, index) => ({label: index === 0 ? label : '', text: line}));
	const masked = (fields: NotificationFields) => ({...fields, recipient: maskRecipient(fields.channel, fields.recipient)});
	const maskedFields = [input, snapshot?.input].filter(fields => fields !== undefined);
	const [before, after] = [snapshot && {...masked(snapshot.input), template: snapshot.template, topics: snapshot.topics}, input && {...masked(input), template: input.template, topics: input.topics}];
	const whole = after ?? before;
	const gap: TextLine = {label: '', text: ''};
	return [
		...whole === undefined ? [] : headLines(whole, columns),
		...field('Change', `${isUndo === true ? 'undo: ' : ''}${kindWords[kind].noun} on ${sanitise(profileName)}, ${formatTime(startedAt)}`),
		...field('State', `${stateTexts[state]}. ${sanitise(detail)}`.trimEnd()),
		...field('ID', [snapshot?.id, newId].filter(id => id !== undefined).map(id => sanitise(id)).join(' → ')),
		...field('Input', sanitise(place)),
		...undoes === undefined ? [] : field('Undoes', `number ${undoes}`),
		...undo === undefined ? [] : field('Undone', `${formatTime(undo.startedAt)} by number ${undo.id}`),
		...field('Number', String(operation.id)),
		gap,
		...kind === 'replace' && before !== undefined && after !== undefined ? [{label: 'Old → new', text: '', isFaint: true}, ...changeLines(before, after, columns), gap] : [],
		...field('Requests', requests.length === 0 ? 'none' : ''),
		...requests.flatMap((request, index) => field(index === 0 ? 'Requests' : '', maskIn(requestText(request), maskedFields))),
		gap,
		...whole === undefined ? [] : detailLines(asListed(whole, newId ?? snapshot?.id, {}), columns, after === undefined ? undefined : {template: after.template, topics: after.topics, at: startedAt}),
	];
}
