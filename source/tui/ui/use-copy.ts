import {sizeText} from '../../platform/limits.ts';
import type {CopyResult} from '../../account/desktop.ts';
import {bad, good} from './line.tsx';
import type {Notice} from './navigation.ts';
import {useSession} from './session.ts';
import {explorerLink} from '../../notification/address.ts';
import type {Notification} from '../../notification/notification.ts';
import type {Services} from '../../account/services.ts';
import {sanitise} from '../../terminal/sanitise.ts';

/** Returns a function that copies a text and returns a notice with the result. `what`: the name of the text, such as `the ID`. */
export function useCopy(): (text: string, what: string) => Promise<Notice> {
	const {services} = useSession();
	return async (text, what) => {
		const warning = /[\u{0}-\u{8}\u{B}-\u{1F}\u{7F}-\u{9F}]/v.test(text) ? ' It contains control characters.' : '';
		const notice = copyNotice(await services.copy(text), what);
		return {...notice, text: `${notice.text}${warning}`};
	};
}

/** The notice with the result of copying a text. */
export function copyNotice(result: CopyResult, what: string): Notice {
	switch (result.kind) {
		case 'copied': {
			return good(`✓ Copied ${what} with ${result.by}.`);
		}

		case 'in-tmux': {
			return good(
				`✓ Copied ${what} to a buffer of tmux, which sends it to the clipboard of your terminal if that allows it.`,
			);
		}

		case 'sent': {
			return good(`Sent ${what} to the terminal's clipboard.`);
		}

		case 'too-long': {
			return bad(
				`✗ Not copied: ${what} takes ${sizeText(result.size)}, and the terminal's clipboard at most ${sizeText(result.limit)}.`,
			);
		}
	}
}

/** Opens the page of a notification's address in the block explorer of its network. If the browser cannot be opened, as over SSH, the link is shown and copied. */
export async function openInExplorer(
	{network, addresses}: Pick<Notification, 'network' | 'addresses'>,
	{settings, openLink, copy}: Pick<Services, 'settings' | 'openLink' | 'copy'>,
): Promise<Notice> {
	const link = explorerLink(network, addresses[0] ?? '', settings.get().settings.explorers);
	if (link === undefined) {
		return {
			text:
				addresses.length === 0
					? 'It has no address.'
					: `No block explorer is known for ${sanitise(network)}. Add one to explorers in config.yaml.`,
		};
	}

	if (await openLink(link)) {
		return good(`✓ Opened ${link}`);
	}

	const {text} = copyNotice(await copy(link), 'the link');
	return {text: `${text} ${link}`};
}
