import * as z from 'zod/mini';
import type {BoardConnection} from './board-connection.ts';
import {shareContent, type SharedContent} from './shared-content.ts';
import {beginning} from './statements.ts';

/** What a change says about itself. `content`: the template and topics that it sent. */
type PrunableChange = {readonly isEnded: boolean; readonly content: SharedContent | undefined};

type BoardPruneOptions = {
	readonly account: string;
	/** Milliseconds. */
	readonly olderThan: number;
	/** Reads the body of a change; undefined if it cannot be read. */
	readonly read: (body: string) => PrunableChange | undefined;
};

const rowSchema = z.object({uuid: z.string(), revision: z.number(), body: z.string(), at: z.string()});

const pageLength = 500;

const old = `
	SELECT c.uuid, c.revision::float8 AS revision, c.body, c.at::text AS at FROM chainbell.change c
	WHERE c.account = $1 AND c.body <> '' AND (c.at, c.uuid) > ($2::text::timestamptz, $3) AND c.at < now() - $4::float8 * interval '1 millisecond'
		AND NOT EXISTS (SELECT 1 FROM chainbell.change l WHERE l.account = c.account AND l.uuid = c.uuid AND l.revision > c.revision)
	ORDER BY c.at, c.uuid LIMIT ${pageLength}
`;

/** The uuid and the revision stay, by which machines know that nothing was lost. */
const empty = `
	UPDATE chainbell.change c SET body = '' FROM json_to_recordset($2::text::json) AS x (uuid text, revision int8)
	WHERE c.account = $1 AND c.uuid = x.uuid AND c.revision <= x.revision AND c.body <> ''
`;

/** The first revision stays, because it says who made the change. */
const superseded = `
	DELETE FROM chainbell.change c WHERE c.account = $1 AND c.at < now() - interval '1 day'
		AND EXISTS (SELECT 1 FROM chainbell.change l WHERE l.account = c.account AND l.uuid = c.uuid AND l.revision > c.revision)
		AND EXISTS (SELECT 1 FROM chainbell.change e WHERE e.account = c.account AND e.uuid = c.uuid AND e.revision < c.revision)
`;

const claims = `
	DELETE FROM chainbell.claim c WHERE c.account = $1 AND c.until < now() - interval '7 days'
		AND (c.is_released OR EXISTS (SELECT 1 FROM chainbell.claim l WHERE l.account = c.account AND l.what = c.what AND l.number > c.number))
`;

/** Deletes the content of changes that ended longer ago, once their templates are kept apart; what was superseded; and claims that are long over. Returns how many changes were emptied, and how many are older and stay, because they are pending or cannot be read. @throws BoardError */
export async function pruneBoard(
	connection: Pick<BoardConnection, 'run'>,
	{account, olderThan, read}: BoardPruneOptions,
): Promise<{readonly pruned: number; readonly kept: number}> {
	let [pruned, kept] = [0, 0];
	let [at, uuid] = [beginning, ''];
	for (;;) {
		const call = {text: old, values: [account, at, uuid, olderThan]};
		const [page = []] = await connection.run(() => [call]);
		const rows = page.map(row => rowSchema.parse(row));
		const ended = rows.flatMap(row => {
			const change = read(row.body);
			return change?.isEnded === true ? [{...row, content: change.content}] : [];
		});
		await shareContent(
			connection,
			account,
			ended.flatMap(({content}) => content ?? []),
			'replaced',
		);
		await connection.run(() => [
			{text: empty, values: [account, JSON.stringify(ended.map(row => ({uuid: row.uuid, revision: row.revision})))]},
		]);
		pruned += ended.length;
		kept += rows.length - ended.length;
		if (rows.length < pageLength) {
			break;
		}

		({at, uuid} = rows.at(-1)!);
	}

	await connection.run(() => [
		{text: superseded, values: [account]},
		{text: claims, values: [account]},
	]);
	return {pruned, kept};
}
