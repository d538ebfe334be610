/** How the answer to a POST or DELETE ends, whatever the request does. */
export type WriteAnswer =
	/** 201 with the ID, or 204. */
	| 'confirmed'
	/** 201 without an ID; for a DELETE as `confirmed`. */
	| 'no ID'
	/** 201 with the ID of another notification; for a DELETE as `confirmed`. */
	| 'wrong ID'
	/** 201 with the ID of another notification in `id` and the right one in `notification_id`; for a DELETE as `confirmed`. */
	| 'two IDs'
	/** 202 with the UUID of a job. */
	| 'job'
	/** 200 with a page of HTML. */
	| 'HTML'
	/** The connection is reset. This is also what a timeout looks like. */
	| 'reset'
	| 308
	/** To a DELETE it proves nothing; to a POST it is a rejection. */
	| 404
	/** Rejections: the request never takes effect. */
	| 403
	| 422
	| 429
	| 500
	| 502
	| 503;

/** What happens to one POST or DELETE. */
export type WriteFate = {
	/** Milliseconds from its arrival to its effect, limited by `Character.effectBound`; `never`: it has none. */
	readonly effect: number | 'never';
	readonly answer: WriteAnswer;
	/** Milliseconds from its arrival to the answer. */
	readonly takes: number;
	/** Whether a proxy sends a POST twice: both take effect, and the answer is that to the second. */
	readonly isReplayed?: boolean;
};

/** What happens to one listing. */
export type ListingFate = {
	/** How many milliseconds it is behind, limited by `Character.lagBound`. */
	readonly lag: number;
	/** How its first page is answered. `empty`: with 200 and nothing. */
	readonly answer: 'shown' | ListingFailure | 'empty';
	/** Milliseconds from the arrival of the request for a page to the answer. */
	readonly takes: number;
	/** The notification that it leaves out, counted in a circle; undefined: none. */
	readonly omits?: number | undefined;
};

/** How a listing fails. */
export type ListingFailure = 'reset' | 'HTML' | 500 | 503;

/** How a service splits a listing: not at all, or by the query parameters `page`, `limit` with `offset`, `offset` alone, or `cursor`. */
export type PageForm = 'whole' | 'page' | 'limit' | 'offset' | 'cursor';

/** What stays as it is for the whole life of a service. */
export type Character = {
	/** A request takes effect sooner than this many milliseconds after it arrived, or never. More than the settling time: then nothing that a client concludes is certain. */
	readonly effectBound: number;
	/** A listing is behind by less than this many milliseconds. */
	readonly lagBound: number;
	readonly pages: PageForm;
	/** Notifications on a page. */
	readonly pageSize: number;
	/** Whether each page shows the state of its own moment. Otherwise all show that of the first one. */
	readonly isShifting: boolean;
	/** Whether text is changed when it is stored (`rewrite`). */
	readonly isRewriting: boolean;
	/** IDs are ascending numbers, or strings in no order, or numbers of which those that were freed are given again. */
	readonly ids: 'numbers' | 'strings' | 'reused';
	/** Whether a POST overwrites the newest notification with the same user, channel and recipient, if there is one. Its answer has that ID. */
	readonly isUpserting: boolean;
	/** Whether a request can be confirmed with a 2xx and yet never take effect. */
	readonly isForgetful: boolean;
};

/** A service that does everything at once and says so. */
export const plainCharacter: Character = {
	effectBound: 1,
	lagBound: 1,
	pages: 'whole',
	pageSize: 2,
	isShifting: false,
	isRewriting: false,
	ids: 'numbers',
	isUpserting: false,
	isForgetful: false,
};

/** What happens to a request when nothing is wrong. */
export const plainWrite: WriteFate = {effect: 0, answer: 'confirmed', takes: 0};

/** What happens to a listing when nothing is wrong. */
export const plainListing: ListingFate = {lag: 0, answer: 'shown', takes: 0};

/**
The settling time of a service, in milliseconds: so long after a request was sent it has taken effect and every listing begun from then on shows it, or it never takes effect.
*/
export const settlingTimeOf = ({effectBound, lagBound}: Character): number => effectBound + lagBound;
