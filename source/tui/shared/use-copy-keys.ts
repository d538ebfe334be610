import {useCopy} from '../copy/use-copy.ts';
import {useNavigation} from './navigation.ts';

/** The texts that the keys of a question copy; undefined if there is none. */
export type CopiedTexts = {
	/** The command of chainbell that does the same. One that may name thousands of IDs is made when it is copied. */
	readonly command: string | (() => string | undefined) | undefined;
	readonly json?: string | undefined;
};

/** The guards and actions of the keys that copy what a question would do: `copyCommandKey` and `copyJsonKey`. */
export function useCopyKeys({command, json}: CopiedTexts) {
	const {announce} = useNavigation();
	const copy = useCopy();
	const take = (text: CopiedTexts['command'], what: string) => () => {
		void (async () => {
			announce(await copy((typeof text === 'function' ? text() : text) ?? '', what));
		})();
	};

	return {
		guards: {hasCommand: command !== undefined},
		actions: {'copy-command': take(command, 'the command'), 'copy-json': take(json, 'the JSON')},
	};
}
