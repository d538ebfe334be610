import {hostname} from 'node:os';
import * as z from 'zod/mini';
import {tryParseJson} from '../platform/json.ts';
import type {BoardConnection} from './board-connection.ts';
import {longestKey} from './stored-text.ts';

/** The template and topics of a notification. */
export type SharedContent = {
	readonly id: string;
	readonly template: string;
	readonly topics: readonly [string, string, string, string];
};

const text = z.string();
const rowSchema = z.object({notification: text, content: text});
const contentSchema = z.object({template: text, topics: z.tuple([text, text, text, text])});

/** How many are sent or read at once. */
const pageLength = 1000;

const insert = `
	INSERT INTO chainbell.sent (account, notification, content, host)
	SELECT $1, notification, content, $3 FROM json_to_recordset($2::text::json) AS x (notification text, content text)
	WHERE NOT EXISTS (SELECT 1 FROM chainbell.sent s WHERE s.account = $1 AND s.notification = x.notification AND ($4::text = 'stays' OR s.content = x.content))
	ON CONFLICT DO NOTHING
`;

const select = `
	SELECT notification, content FROM chainbell.sent s
	WHERE account = $1 AND notification > $2 AND NOT EXISTS (SELECT 1 FROM chainbell.sent l WHERE l.account = s.account AND l.notification = s.notification AND l.at > s.at)
	ORDER BY notification LIMIT ${pageLength}
`;

/** Shares templates and topics that no change on the board contains, such as those of pruned changes. `earlier`: whether content that was shared before for the same ID stays, or is replaced. @throws BoardError */
export async function shareContent(
	{run}: Pick<BoardConnection, 'run'>,
	account: string,
	contents: readonly SharedContent[],
	earlier: 'stays' | 'replaced',
): Promise<void> {
	const unique = new Map(contents.map(content => [content.id, content]));
	const rows = [...unique.values()]
		.map(({id, template, topics}) => ({notification: JSON.stringify(id), content: JSON.stringify({template, topics})}))
		.filter(({notification}) => notification.length <= longestKey);
	for (let from = 0; from < rows.length; from += pageLength) {
		await run(() => [
			{text: insert, values: [account, JSON.stringify(rows.slice(from, from + pageLength)), hostname(), earlier]},
		]);
	}
}

/** Reads what was shared like this; what is not as it should be is left out. @throws BoardError */
export async function readSharedContent(
	{run}: Pick<BoardConnection, 'run'>,
	account: string,
): Promise<SharedContent[]> {
	const found: SharedContent[] = [];
	let last = '';
	for (;;) {
		const call = {text: select, values: [account, last]};
		const [page = []] = await run(() => [call]);
		for (const row of page) {
			const {data} = rowSchema.safeParse(row);
			const id = data && tryParseJson(data.notification);
			const content = contentSchema.safeParse(data && tryParseJson(data.content));
			if (typeof id === 'string' && content.success) {
				found.push({id, ...content.data});
			}
		}

		if (page.length < pageLength) {
			return found;
		}

		last = String(page.at(-1)!.notification);
	}
}
