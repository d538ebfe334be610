/** A member of a team and the machine, as the database names them: not safe to show. */
type BoardMember = {readonly operator: string; readonly host: string};

/** A change for the board. `body`: JSON. */
export type PublishedChange = {readonly uuid: string; readonly revision: number; readonly body: string};

/** A change of the board, with who made its first revision. `age`: milliseconds since the board took this one, by the database's clock. `lastBy`: who made this one, if somebody else did. Nothing in it can be relied on. */
export type BoardChange = PublishedChange & BoardMember & {readonly age: number; readonly lastBy?: BoardMember};

/** A claim of the board. `owner`: the session that has it, as it was opened. `heldFor`: milliseconds since it was made, `left`: until it ends, negative once it has ended. */
export type BoardClaim = BoardMember & {
	readonly what: string;
	readonly owner: string;
	readonly heldFor: number;
	readonly left: number;
};

/** What the board has since a cursor. */
export type BoardPull = {
	/** May contain what was pulled before, and own changes. */
	readonly changes: readonly BoardChange[];
	/** All claims of the account, also those that have ended and that nobody took or released since. */
	readonly claims: readonly BoardClaim[];
	readonly cursor: string;
};

/** The result of a claim: all or none. `until`: when the lease ends, on the lease clock. `holders`: the claims that stand in the way. */
export type ClaimResult = {readonly pulled: BoardPull} & (
	| {readonly granted: true; readonly until: number}
	| {readonly granted: false; readonly holders: readonly BoardClaim[]}
);

/** The board did not do something. The message is in full sentences, safe to show. `unreachable`: it may later. `newer`: a newer chainbell is needed. `forbidden`: the user lacks a right. `refused`: the database refused it. */
export class BoardError extends Error {
	override name = 'BoardError';

	readonly kind: 'unreachable' | 'newer' | 'forbidden' | 'refused';

	constructor(kind: BoardError['kind'], message: string, options?: ErrorOptions) {
		super(message, options);
		this.kind = kind;
	}
}
