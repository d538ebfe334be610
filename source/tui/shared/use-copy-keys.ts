import {useCopy} from '../copy/use-copy.ts';
import {useNavigation} from './navigation.ts';

/** The texts that the keys of a question copy; undefined if there is none. */
export type CopiedTexts = {
	/** The command of chainbell that does the same. */
	readonly command: string | undefined;
	readonly json?: string | undefined;
};

/** The guards and actions of the keys that copy what a question would do: `copyCommandKey` and `copyJsonKey`. */
export function useCopyKeys({command, json}: CopiedTexts) {
	const {announce} = useNavigation();
	const copy = useCopy();
	const take = (text: string | undefined, what: string) => () => {
		void (async () => {
			announce(await copy(text ?? '', what));
		})();
	};

	return {
		guards: {hasCommand: command !== undefined},
		actions: {'copy-command': take(command, 'the command'), 'copy-json': take(json, 'the JSON')},
	};
}
