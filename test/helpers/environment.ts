import type {Environment} from '../../source/config/environment.ts';

/** An environment that says nothing, except for what is given. */
export const environmentWith = (change: Partial<Environment> = {}): Environment => ({
	baseUrl: undefined,
	apiKey: undefined,
	profile: undefined,
	noColour: true,
	editor: undefined,
	get: () => undefined,
	...change,
});
