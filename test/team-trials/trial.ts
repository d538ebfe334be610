import type {PostgresServer} from '../helpers/postgres.ts';

/** Something that is tried with real processes on a real database. `run` returns what was seen, or throws. */
export type Trial = {
	readonly name: string;
	readonly what: string;
	readonly run: (server: PostgresServer, options: TrialOptions) => Promise<string>;
};

/** `kills`: at how many moments a machine is killed. */
export type TrialOptions = {readonly kills: number};
