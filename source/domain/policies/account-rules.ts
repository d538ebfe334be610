import type {Query} from '../query/match.ts';

/** A rule of config.yaml about what may be sent. */
export type Policy = {
	/** Whether what it finds is refused, or only warned of. */
	readonly effect: 'refuse' | 'warn';
	readonly query: Query;
	/** The query as written. */
	readonly text: string;
	/** The sentence that tells the operator what is wrong. */
	readonly say: string;
	/** The file and the line of the rule. */
	readonly place: string;
};

/** A rule of config.yaml about what is never deleted or replaced. */
export type ProtectRule = Pick<Policy, 'query' | 'text' | 'place'>;

/** The rules for the changes of an account. */
export type AccountRules = {
	readonly protect: readonly ProtectRule[];
	readonly policies: readonly Policy[];
	/** Why some rules cannot be used: phrases with file and line, without a full stop. Nothing new is sent while there are any. Sanitise them before they are shown. */
	readonly problems: readonly string[];
};

/** The rules of an account without any. */
export const noRules: AccountRules = {protect: [], policies: [], problems: []};
