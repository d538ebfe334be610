import {explorerLink} from '../../notification/address.ts';
import type {Notification} from '../../notification/notification.ts';
import type {Services} from '../../account/services.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {Notice} from '../shared/route.ts';
import {copyNotice} from './use-copy.ts';

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
		return {tone: 'good', text: `✓ Opened ${link}`};
	}

	const {text} = copyNotice(await copy(link), 'the link');
	return {text: `${link} · ${text}`};
}
