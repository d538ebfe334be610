import path from 'node:path';
import envPaths from 'env-paths';

/** Where this program keeps its files: the platform's usual places (XDG base directories on Linux). */
export type Paths = {
	/** Profiles. */
	readonly configFile: string;
	/** The sandbox's notifications; its keys lie beside it. */
	readonly sandboxFile: string;
};

export function findPaths(): Paths {
	const {config, data} = envPaths('chainbell', {suffix: ''});
	return {
		configFile: path.join(config, 'config.yaml'),
		sandboxFile: path.join(data, 'sandbox.sqlite'),
	};
}
