/** Milliseconds between a time of the database and now; negative for a later one. A member can claim until infinity, from which nothing can be subtracted. */
const since = (time: string) => `(extract(epoch FROM now() - least(${time}, now() + interval '1 day')) * 1000)::float8`;

/** The longest body that is read, and how much is read at once, in bytes: more than any change that was made here, and little enough for the memory. */
const [longestBody, mostRead] = [5_000_000, 32_000_000];

/** The body of a change; one that is too long is no body. */
const body = `CASE WHEN octet_length(c.body) > ${longestBody} THEN 'too long' ELSE c.body END`;

/** A text that somebody else has written, as long as it is shown. */
const short = (column: string) => `left(${column}, 200)`;

/** A list of texts that came as JSON. */
const list = (parameter: string) =>
	`(SELECT value FROM json_array_elements_text(${parameter}::text::json) AS each (value))`;

/** Whether a row of `change` or `claim` is the last of its kind: looked up for each row, because a database without statistics would compare all with all. */
const isLastRevision =
	'c.revision = (SELECT max(l.revision) FROM chainbell.change l WHERE l.account = c.account AND l.uuid = c.uuid)';
const isLastClaim =
	'c.number = (SELECT max(l.number) FROM chainbell.claim l WHERE l.account = c.account AND l.what = c.what)';

/** A claim ends after a day, whatever its end: a member could have set that to infinity, and nobody else than the database sets when it was made. */
const isOfToday = "c.at > now() - interval '1 day'";

const changeColumns = `
	c.uuid, c.revision::float8 AS revision, c.operator, ${short('c.host')} AS host, ${since('c.at')} AS age, c.at::text AS at, maker.operator AS maker, ${short('maker.host')} AS maker_host
`;

/** Who made the first revision. */
const maker =
	'JOIN LATERAL (SELECT f.operator, f.host FROM chainbell.change f WHERE f.account = c.account AND f.uuid = c.uuid ORDER BY f.revision LIMIT 1) maker ON true';

const claimColumns = `c.what, ${short('c.owner')} AS owner, c.operator, ${short('c.host')} AS host, ${since('c.at')} AS held_for, -${since('c.until')} AS left_for`;

/** A page of revisions, with the bodies of those that are the last: it is chosen before anything is joined, so that a database without statistics does not join all. It ends early when it has read enough. `counted`: how many there would be. */
const changesAfter = (start: string, limit: string): string => `
	WITH found AS (SELECT *, least(octet_length(body), ${longestBody}) AS size FROM chainbell.change WHERE account = $1 AND (at, uuid, revision) > ${start} ORDER BY at, uuid, revision LIMIT ${limit}::int),
	page AS (SELECT *, sum(size) OVER (ORDER BY at, uuid, revision) - size AS before, count(*) OVER () AS counted FROM found)
	SELECT ${changeColumns}, c.counted::float8 AS counted, CASE WHEN ${isLastRevision} THEN ${body} ELSE '' END AS body
	FROM page c ${maker}
	WHERE c.before < ${mostRead}
	ORDER BY c.at, c.uuid, c.revision
`;

/** A cursor before everything that a board can have. */
export const beginning = '0001-01-01 00:00:00+00';

/** What the statements return, and how they are called. Each is a transaction of its own, and can be sent again. All text is a parameter; a time is sent as text, because the driver would round it. */
export const statements = {
	/** The version of the board, and the chainbell that made it. */
	version: 'SELECT version, program FROM chainbell.board',
	/**
	Claims all of a list, or nothing. 1: account, 2: the list, 3: owner, 4: the number of the attempt, 5: host, 6: milliseconds that the claims last, 7: milliseconds after the end of one that was not released, 8: the version of the board.

	An attempt that arrives after a later one of its owner takes nothing.
	*/
	claim: `
		WITH wanted AS (SELECT value AS what FROM ${list('$2')} AS texts),
		last AS (
			SELECT c.* FROM chainbell.claim c JOIN wanted ON wanted.what = c.what WHERE c.account = $1 AND ${isLastClaim}
		),
		held AS (
			SELECT * FROM last c WHERE owner <> $3 AND NOT is_released AND until + $7::float8 * interval '1 millisecond' > now() AND ${isOfToday}
		),
		granted AS (
			INSERT INTO chainbell.claim (account, what, number, owner, attempt, host, until)
			SELECT $1, wanted.what, coalesce(last.number, 0) + 1, $3, $4::int8, $5, now() + $6::float8 * interval '1 millisecond'
			FROM wanted LEFT JOIN last ON last.what = wanted.what
			WHERE NOT EXISTS (SELECT 1 FROM held) AND NOT EXISTS (SELECT 1 FROM last WHERE owner = $3 AND attempt >= $4::int8)
				AND EXISTS (SELECT 1 FROM chainbell.board WHERE version = $8::int)
			ON CONFLICT DO NOTHING
			RETURNING what
		)
		SELECT ${claimColumns}, false AS is_granted, NULL::int AS version FROM held c
		UNION ALL SELECT what, NULL, NULL, NULL, NULL, NULL, true, NULL FROM granted
		UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, false, version FROM chainbell.board
	`,
	/** Makes all claims of a list last longer, if each is still the last one and that of the owner. 1: account, 2: the list, 3: owner, 4: milliseconds from now. */
	renew: `
		WITH own AS (
			SELECT c.what, c.number FROM chainbell.claim c
			WHERE c.account = $1 AND c.what IN ${list('$2')} AND c.owner = $3 AND NOT c.is_released AND ${isLastClaim} AND ${isOfToday}
		)
		UPDATE chainbell.claim c SET until = now() + $4::float8 * interval '1 millisecond' FROM own
		WHERE c.account = $1 AND c.what = own.what AND c.number = own.number
			AND (SELECT count(*) FROM own) = (SELECT count(*) FROM ${list('$2')} AS texts)
		RETURNING c.what
	`,
	/** 1: account, 2: a list, 3: owner, 4: the number of the last attempt: a later one may have claimed the same again. */
	release: `
		UPDATE chainbell.claim SET is_released = true
		WHERE account = $1 AND what IN ${list('$2')} AND owner = $3 AND attempt <= $4::int8 AND NOT is_released
	`,
	/** The claims that were not released, and were made within a day. 1: account. */
	claims: `
		SELECT ${claimColumns} FROM chainbell.claim c
		WHERE c.account = $1 AND NOT c.is_released AND c.until > now() - interval '1 day' AND ${isOfToday} AND ${isLastClaim}
	`,
	/** Inserts revisions that are later than those of the board. Returns the changes whose revision it has with another body, or a later one. 1: account, 2: a list of objects, 3: host. */
	publish: `
		WITH given AS (SELECT * FROM json_to_recordset($2::text::json) AS x (uuid text, revision int8, body text)),
		inserted AS (
			INSERT INTO chainbell.change (account, uuid, revision, body, host)
			SELECT $1, uuid, revision, body, $3 FROM given
			WHERE NOT EXISTS (SELECT 1 FROM chainbell.change c WHERE c.account = $1 AND c.uuid = given.uuid AND c.revision >= given.revision)
			ON CONFLICT DO NOTHING
		)
		SELECT uuid FROM given WHERE EXISTS (
			SELECT 1 FROM chainbell.change c WHERE c.account = $1 AND c.uuid = given.uuid
				AND (c.revision > given.revision OR (c.revision = given.revision AND c.body <> given.body AND c.body <> ''))
		)
	`,
	/**
	The revisions since a cursor, in the order of arrival; those that are not the last have no body. 1: account, 2: the cursor, 3: how many at most. Where the database's clock went back, the last minute.

	A statement ends within twenty seconds, so what is a minute old is there to stay.
	*/
	pull: changesAfter("(least($2::text::timestamptz, now() - interval '60 seconds'), '', 0)", '$3'),
	/** The same after a revision. 1: account, 2: its time, 3: its uuid, 4: its number, 5: how many at most. */
	pullOn: changesAfter('($2::text::timestamptz, $3, $4::int8)', '$5'),
	/** Where the next pull begins: what was not visible yet arrived after this. */
	cursor: "SELECT (now() - interval '60 seconds')::text AS cursor",
	/** 1: account, 2: a list of uuids. */
	changesOf: `SELECT ${changeColumns}, ${body} AS body FROM chainbell.change c ${maker} WHERE c.account = $1 AND c.body <> '' AND c.uuid IN ${list('$2')} AND ${isLastRevision}`,
	/** The last revision of every change, and whether its body was pruned. 1: account. */
	revisions: `
		SELECT uuid, max(revision)::float8 AS revision, max(revision) IS DISTINCT FROM max(CASE WHEN body <> '' THEN revision END) AS is_pruned
		FROM chainbell.change WHERE account = $1 GROUP BY uuid
	`,
	/** Tells the sessions that listen, in databases that have this. 1: who tells it. */
	hint: "SELECT pg_notify('chainbell', $1)",
	listen: 'LISTEN chainbell',
} as const;
