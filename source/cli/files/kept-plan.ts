import {rawOf} from '../../notification/notification.ts';
import {readRecord} from '../../service/listing/read-record.ts';
import type {FileChange} from '../../files/plan.ts';
import {tryParseJson} from '../../platform/json.ts';
import {ownFile, type OwnFile} from './write-own.ts';
import * as z from 'zod/mini';
import {inputSchema} from '../../ledger/shared-body.ts';

/** A plan in a file: what was shown is what is applied, or nothing. It has recipients and templates, so that only its owner may read it. */
export type KeptPlan = {
	/** The account in the ledger (`profileKey`): a plan is applied to no other. */
	readonly account: string;
	readonly changes: readonly FileChange[];
};

const placeSchema = z.object({file: z.string(), line: z.number(), column: z.number(), id: z.optional(z.string())});

const schema = z.object({
	chainbellPlan: z.literal(1),
	account: z.string(),
	changes: z.array(
		z.discriminatedUnion('kind', [
			z.object({kind: z.literal('create'), place: placeSchema, input: inputSchema, existing: z.number()}),
			z.object({
				kind: z.literal('replace'),
				place: placeSchema,
				of: z.unknown(),
				input: inputSchema,
				changes: z.array(z.object({field: z.string(), old: z.string(), new: z.string()})),
			}),
			z.object({kind: z.literal('delete'), of: z.unknown()}),
		]),
	),
});

/** Changes whose places have other names for their files. */
export const withFiles = (changes: readonly FileChange[], nameOf: (file: string) => string): readonly FileChange[] =>
	changes.map((change): FileChange =>
		change.place === undefined ? change : {...change, place: {...change.place, file: nameOf(change.place.file)}},
	);

/** Prepares the file of a plan that is kept. */
export function ownPlan({account, changes}: KeptPlan): OwnFile {
	const text = JSON.stringify({
		account,
		changes: changes.map(({asked, ...change}) =>
			change.of === undefined ? change : {...change, of: rawOf(change.of)},
		),
	});
	return ownFile('plan', digest => `{"chainbellPlan":1,"sha256":"${digest}",`, `${text.slice(1)}\n`);
}

/** Reads a kept plan; undefined if the text is something else, or cannot be read. */
export function readKeptPlan(text: string): KeptPlan | undefined {
	const {data} = schema.safeParse(tryParseJson(text));
	const changes = (data?.changes ?? []).flatMap((change): FileChange[] => {
		if (change.kind === 'create') {
			return [change];
		}

		const of = readRecord(change.of, 0);
		return of.kind === 'unreadable' ? [] : [{...change, of}];
	});
	return data && changes.length === data.changes.length ? {account: data.account, changes} : undefined;
}
