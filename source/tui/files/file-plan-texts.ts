import {blockedText} from '../../files/blocking-change.ts';
import type {KeptItem} from '../../files/plan.ts';
import {placeText} from '../../files/notification-file.ts';
import {countText} from '../../files/plan-texts.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {numberText} from '../../system/number-text.ts';
import {keyOf} from '../keys/match.ts';
import {messages, type Message} from '../shared/message.ts';
import type {ChosenPlan} from './file-plan.ts';

/** The number of IDs that a line names. */
const namedIds = 10;

const idsText = (ids: readonly string[]): string => `${ids.slice(0, namedIds).map(id => sanitiseCell(id)).join(', ')}${ids.length > namedIds ? ` and ${numberText(ids.length - namedIds)} more` : ''}`;

/** The sentences about protected notifications that are not touched, with the rule of the first; safe to show. */
export const protectedNote = (kept: readonly KeptItem[]): string => `Protected and not touched: ${idsText(kept.map(({listed}) => listed.id))}. ${sanitise(kept[0]!.rule.place)} has protect: ${sanitise(kept[0]!.rule.text)}.`;

/** The lines above the rows of a plan: its counts, and what it leaves alone. */
export function planMessages({chosen, changes, summary, warnings, tooMany}: ChosenPlan, columns: number): Message[] {
	const {pending, assumedEqual, similar, repeated, kept} = summary;
	const left = changes.length - chosen.length;
	return [
		...messages(changes.length === 0 ? 'good' : 'plain', `${countText(chosen, summary)}${left === 0 ? '' : ` ${numberText(left)} left out.`}`, columns),
		...tooMany === undefined ? [] : messages('warning', `! ${sanitise(tooMany)}`, columns),
		...kept.length === 0 ? [] : messages('warning', `! ${protectedNote(kept)} ${keyOf('file-plan', 'unprotect')} includes ${kept.length === 1 ? 'it' : 'them'}.`, columns),
		...pending.flatMap(each => messages('warning', `! ${blockedText(each, `${keyOf('list', 'pending')} in the list shows it`)}`, columns)),
		...similar.flatMap(({id, place}) => messages('warning', `! ${sanitiseCell(id)} looks like an older version of ${sanitiseCell(place)} and stays: without a scope nothing says that it belongs to the file.`, columns)),
		...warnings.flatMap(warning => messages('warning', `! ${sanitise(`${placeText(warning)}: ${warning.field} ${warning.message}`)}.`, columns)),
		...assumedEqual.length === 0 ? [] : messages('plain', `The template is unknown here and assumed equal: ${idsText(assumedEqual)}. ${keyOf('file-plan', 'replace-unknown')} replaces ${assumedEqual.length === 1 ? 'it' : 'them'}.`, columns),
		...repeated === 0 ? [] : messages('plain', `${repeated === 1 ? '1 entry is' : `${numberText(repeated)} entries are`} identical to an earlier one.`, columns),
	];
}
