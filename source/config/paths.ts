import path from 'node:path';
import envPaths from 'env-paths';

/** The paths of this program's files, in the platform's usual directories (XDG base directories on Linux). */
export type Paths = {
	/** The file config.yaml, with the profiles and settings. */
	readonly configFile: string;
	/** The sandbox's notifications. Its API keys are in a separate file in the same directory. */
	readonly sandboxFile: string;
	/** The local database: journal, drafts, sent templates, learned values. */
	readonly ledgerFile: string;
	/** The cache of compiled code (V8). */
	readonly compiledFolder: string;
};

/** Determines the paths; creates nothing. */
export function findPaths(): Paths {
	// Env-paths calls the XDG state directory `log`.
	const {config, data, cache, log: state} = envPaths('chainbell', {suffix: ''});
	return {
		configFile: path.join(config, 'config.yaml'),
		sandboxFile: path.join(data, 'sandbox.sqlite'),
		ledgerFile: path.join(state, 'ledger.sqlite'),
		compiledFolder: path.join(cache, 'compiled'),
	};
}
