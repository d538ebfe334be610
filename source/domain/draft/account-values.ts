import {foldText} from '../../platform/text.ts';
import type {Sliced} from '../../platform/time-slices.ts';
import {findChannel, type Channel} from '../channels.ts';
import type {ListedRecord, NotificationFields} from '../notification.ts';
import {readField, type Draft, type FieldId} from '../fields.ts';
import {noValues, type KnownValues, type ValueKind} from './suggest.ts';

/** The free-text fields for which the form suggests texts of the account. */
const textKinds = ['userId', 'recipient', 'name', 'address'] as const;

export type TextKind = (typeof textKinds)[number];

/** Texts of an account by field, the most frequent ones first. */
export type AccountTexts = Readonly<Record<TextKind, readonly string[]>>;

export const noTexts: AccountTexts = {userId: [], recipient: [], name: [], address: []};

/** The values and texts in the notifications of an account. */
export type AccountValues = {readonly values: KnownValues; readonly texts: AccountTexts};

/** The maximum number of different values kept for a field: as many as can be searched on each key. */
const valueLimit = 10_000;

/** The maximum length of a suggested text. */
const textLength = 500;

/** The number of records after which a survey yields: parsing them takes less than a millisecond. */
const recordsPerSlice = 64;

/** The maximum number of texts offered at once. */
const offeredAtOnce = 50;

/** The kind of free text that a form field takes; undefined for any other field. */
export function textKindOf(field: FieldId): TextKind | undefined {
	return textKinds.find(kind => kind === field);
}

/** Counts the values in the notifications of an account, in slices; it can be left and continued. */
export function* surveyAccount(records: readonly ListedRecord[]): Sliced<AccountValues> {
	const survey = createSurvey();
	for (const [index, record] of records.entries()) {
		if (record.kind === 'notification') {
			survey.add(record);
		}

		if (index % recordsPerSlice === 0) {
			yield;
		}
	}

	return survey.result();
}

function createSurvey(): {
	readonly add: (notification: NotificationFields) => void;
	readonly result: () => AccountValues;
} {
	const counts = new Map<string, Map<string, number>>();
	const count = (kind: TextKind | ValueKind, value: string) => {
		const ofKind = counts.get(kind) ?? new Map<string, number>();
		counts.set(kind, ofKind);
		const before = ofKind.get(value);
		if (value !== '' && value.length <= textLength && (before !== undefined || ofKind.size < valueLimit)) {
			ofKind.set(value, (before ?? 0) + 1);
		}
	};

	const best = (kind: string): string[] =>
		[...(counts.get(kind) ?? [])].toSorted(([, a], [, b]) => b - a).map(([value]) => value);

	return {
		add({userId, recipient, name, addresses, network, eventType, filters}) {
			count('userId', userId);
			count('recipient', recipient);
			count('name', name);
			count('network', network);
			count('eventType', eventType);
			for (const address of addresses) {
				count('address', address);
			}

			for (const {fieldName, operator, valueType} of filters) {
				count('fieldName', fieldName);
				count('operator', operator);
				count('valueType', valueType);
			}
		},
		result: () => ({
			values: bestOf(Object.keys(noValues) as ValueKind[], best),
			texts: bestOf(textKinds, best),
		}),
	};
}

function bestOf<K extends string>(kinds: readonly K[], best: (kind: string) => string[]): Record<K, string[]> {
	return Object.fromEntries(kinds.map(kind => [kind, best(kind)])) as Record<K, string[]>;
}

/** Suggests texts of the account that contain the typed text; those that begin with it are first. A recipient has to fit the channel. */
export function suggestTexts(draft: Draft, kind: TextKind, texts: AccountTexts): string[] {
	const typed = readField(draft, kind).trim();
	const wanted = foldText(typed);
	const channel = kind === 'recipient' ? findChannel(draft.channel.trim()) : undefined;
	const fitting = channel === undefined ? texts[kind] : recipientsOf(channel, texts);
	const first: string[] = [];
	const others: string[] = [];
	for (const text of fitting) {
		const at = foldText(text).indexOf(wanted);
		const list = at === 0 ? first : others;
		if (at === -1 || list.length === offeredAtOnce || text === typed) {
			continue;
		}

		list.push(text);
		if (first.length === offeredAtOnce) {
			break;
		}
	}

	return [...first, ...others].slice(0, offeredAtOnce);
}

const recipientsByChannel = new WeakMap<AccountTexts, Map<Channel, readonly string[]>>();

/** The recipients that fit a channel. They are checked once, and not on each key. */
function recipientsOf(channel: Channel, texts: AccountTexts): readonly string[] {
	const known = recipientsByChannel.get(texts) ?? new Map<Channel, readonly string[]>();
	recipientsByChannel.set(texts, known);
	const fitting = known.get(channel) ?? texts.recipient.filter(text => channel.check(text) === undefined);
	known.set(channel, fitting);
	return fitting;
}
