/** What a connection carries, as the answers to two queries show that were sent before and after a frame. */
export type Link = {
	/** Bytes in a millisecond. */
	readonly rate: number;
	/** How long an answer takes without anything before it, in milliseconds. */
	readonly delay: number;
};

/** A frame and the times of its two queries, in milliseconds. */
export type TimedFrame = {
	readonly bytes: number;
	/** The bytes that were on their way when it was sent. */
	readonly ahead: number;
	readonly sentAt: number;
	readonly beganAt: number;
	readonly endedAt: number;
};

/** The least bytes of a frame whose answers say how fast a connection is: more than one packet carries, which arrives as a whole. */
export const measuredBytes = 2000;

/** The rate in bytes in a millisecond below which a frame of a list takes a time that is felt. */
const slowRate = 20;

/** The time in milliseconds that a piece of a frame takes on a slow connection: no longer than between two letters that are typed. */
const pieceTime = 100;

/** The least bytes of a piece, a few rows. */
const leastPiece = 256;

/** Measures a connection. The time between the answers is that of the bytes between the queries, however far away the terminal is. */
export function measureLink({bytes, ahead, sentAt, beganAt, endedAt}: TimedFrame): Link {
	// Both answers can be read in the same millisecond.
	const rate = bytes / Math.max(1, endedAt - beganAt);
	return {rate, delay: Math.max(0, beganAt - sentAt - ahead / rate)};
}

/** Whether a connection is so slow that a frame is sent in pieces. */
export const isSlow = (link: Link | undefined): link is Link => link !== undefined && link.rate < slowRate;

/** The bytes of a piece. */
export const pieceBytes = ({rate}: Link): number => Math.max(leastPiece, Math.round(rate * pieceTime));

/** The bytes that may be on their way when more is drawn: so many that the connection is in use until the next answer has come. */
export const windowBytes = ({rate, delay}: Link): number =>
	Math.max(leastPiece, Math.round(rate * (delay + pieceTime)));
